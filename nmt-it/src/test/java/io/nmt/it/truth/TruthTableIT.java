package io.nmt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * All surfaces tell the same statements of each planted process, and the truth: kind, subject, and amount within its
 * error. A surface is a column of {@link Surface}, a situation a row of {@link Plant}. The table is printed. A row
 * takes minutes, so it runs where it is asked for: {@code -Dnmt.plants=all}, or the names of some.
 */
@EnabledIfSystemProperty(named = "nmt.plants", matches = ".+")
@Execution(ExecutionMode.SAME_THREAD)
class TruthTableIT {
    private static final String PLANTS = "nmt.plants";
    private static final String ALL = "all";
    private static final List<String> WANTED =
            List.of(System.getProperty(PLANTS, ALL).split(","));
    private static final long LONGEST_NANOS = 300_000_000_000L;
    private static final double CERTAIN = 3; // standard errors
    private static final double OTHER_AMOUNT = 0.02;

    /**
     * Defects that are known: a pattern of a surface and of what it tells, with the reason. One that is mended is no
     * failure: the mend may come first.
     */
    private static final Map<String, String> OPEN = Map.of(
            "report FILE( --json)?: .*",
            "report FILE as text and as JSON has no statements",
            "its recording's page: lacks (GROWING RSS|UNKNOWN rest of RSS growth)",
            "a recording of JDK 17 has no course of RSS",
            "its recording's page: tells UNKNOWN rest of RSS growth",
            "a recording does not know how much of the Java heap was first used",
            "its recording's page: tells (LEAK|GROWING) (Direct Buffer|Zip|Unsafe)",
            "a recording's lines have no error of their rates, so that their category is told beside them");

    @TempDir
    private Path directory;

    /** A row: what is wrong in each column. */
    private record Row(Plant plant, Map<String, List<String>> wrong) {
        boolean isRight() {
            return failures().isEmpty();
        }

        List<String> failures() {
            List<String> all = new ArrayList<>();
            wrong.forEach((surface, sentences) -> sentences.stream()
                    .filter(sentence -> !isOpen(surface, sentence))
                    .forEach(sentence -> all.add(plant.name() + ", " + surface + ": " + sentence)));
            return all;
        }

        private static boolean isOpen(String surface, String sentence) {
            String told = surface + ": " + sentence;
            return OPEN.keySet().stream().anyMatch(told::matches);
        }

        String cell(String surface) {
            List<String> sentences = wrong.getOrDefault(surface, List.of("not asked"));
            boolean open = sentences.stream().allMatch(sentence -> isOpen(surface, sentence));
            return sentences.isEmpty() ? "yes" : open ? "open" : "NO";
        }
    }

    @OnEveryJdk
    void allSurfacesTellTheTruth(Jdk jdk) throws Exception {
        Map<Plant, PlantedJvm> jvms = new LinkedHashMap<>();
        List<Row> rows = new ArrayList<>();
        try {
            for (Plant plant : Plant.all()) {
                if (WANTED.contains(ALL) || WANTED.contains(plant.name())) {
                    Path own = Files.createDirectories(directory.resolve(jdk.feature() + "-" + plant.name()));
                    jvms.put(plant, new PlantedJvm(jdk, plant, own));
                }
            }
            for (Map.Entry<Plant, PlantedJvm> entry : jvms.entrySet()) {
                rows.add(row(entry.getKey(), entry.getValue()));
            }
        } finally {
            jvms.values().forEach(PlantedJvm::close);
        }
        print(jdk, rows);
        assertThat(rows.stream().flatMap(row -> row.failures().stream())).isEmpty();
    }

    /** Asks all surfaces in turn, until they agree: a point of the history may come while they are asked. */
    private static Row row(Plant plant, PlantedJvm jvm) throws Exception {
        long start = System.nanoTime();
        Row row = ask(plant, jvm);
        while (!row.isRight() && System.nanoTime() - start < LONGEST_NANOS) {
            jvm.awaitPoint();
            row = ask(plant, jvm);
        }
        jvm.fail();
        List<Told> first = Surface.live().get(0).reader().read(jvm);
        ask(row, jvm, Surface.left(), first);
        jvm.end();
        ask(row, jvm, Surface.ended(), first);
        return row;
    }

    private static Row ask(Plant plant, PlantedJvm jvm) throws Exception {
        Row row = new Row(plant, new LinkedHashMap<>());
        List<Told> first = Surface.live().get(0).reader().read(jvm);
        row.wrong.put("truth", untrue(first, Surface.values(jvm, "planted ")));
        if (plant.wrong(first).isEmpty()) {
            ask(row, jvm, Surface.live(), first);
        } else {
            row.wrong.put(Surface.live().get(0).name(), plant.wrong(first));
        }
        return row;
    }

    private static void ask(Row row, PlantedJvm jvm, List<Surface> surfaces, List<Told> first) throws Exception {
        long start = System.nanoTime();
        for (Surface surface : surfaces) {
            List<Told> told = surface.reader().read(jvm);
            row.wrong.put(
                    surface.name(), surface.wrong(row.plant, told, first, (System.nanoTime() - start) / 1_000_000));
        }
    }

    /** Compares with what the program says that it has planted, which is read later. */
    private static List<String> untrue(List<Told> told, List<String> planted) {
        List<String> wrong = new ArrayList<>();
        for (String line : planted) {
            String[] words = line.split(" ");
            double truth = Double.parseDouble(words[1]);
            for (Told each : told) {
                if (each.subject().equals("Plants." + words[0])
                        && Math.abs(each.amount() - truth)
                                > CERTAIN * each.error() + OTHER_AMOUNT * truth + each.perMinute() / 10) {
                    wrong.add("tells " + each + " for " + line);
                }
            }
        }
        return wrong;
    }

    private static void print(Jdk jdk, List<Row> rows) {
        List<String> surfaces = new ArrayList<>(List.of("truth"));
        List.of(Surface.live(), Surface.left(), Surface.ended())
                .forEach(all -> all.forEach(surface -> surfaces.add(surface.name())));
        StringBuilder table = new StringBuilder("Truth table, " + jdk + "\n| plant | " + String.join(" | ", surfaces))
                .append(" |\n| --- |")
                .append(" :---: |".repeat(surfaces.size()))
                .append('\n');
        for (Row row : rows) {
            table.append("| ").append(row.plant.name()).append(" |");
            surfaces.forEach(
                    surface -> table.append(' ').append(row.cell(surface)).append(" |"));
            table.append('\n');
        }
        rows.forEach(row -> row.wrong.forEach((surface, wrong) -> {
            if (!wrong.isEmpty()) {
                table.append(row.plant.name() + ", " + surface + ": " + wrong).append('\n');
            }
        }));
        OPEN.forEach((surface, defect) -> table.append("open, ")
                .append(surface)
                .append(": ")
                .append(defect)
                .append('\n'));
        System.out.println(table);
    }
}
