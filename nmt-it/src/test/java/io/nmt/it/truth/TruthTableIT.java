package io.nmt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.testkit.Cgroup;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * All surfaces tell the same statements of each planted process, and the truth: kind, subject, and amount within its
 * error. A surface is a column of {@link Surface}, a situation a row of {@link Plant}. The table is printed. A row
 * takes minutes, so it runs where it is asked for: {@code -Dnmt.plants=all}, or the names of some. All rows run at
 * once; {@code -Dnmt.plants.asking=N} of them ask at a time.
 */
@EnabledIfSystemProperty(named = "nmt.plants", matches = ".+")
@Execution(ExecutionMode.SAME_THREAD)
class TruthTableIT {
    private static final String PLANTS = "nmt.plants";
    private static final String ALL = "all";
    private static final List<String> WANTED =
            List.of(System.getProperty(PLANTS, ALL).split(","));

    @TempDir
    private Path directory;

    @OnEveryJdk
    void allSurfacesTellTheTruth(Jdk jdk) throws Exception {
        Semaphore asking = new Semaphore(Integer.getInteger("nmt.plants.asking", 2), true);
        List<Future<Row>> running = new ArrayList<>();
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            for (Plant plant : Plant.all()) {
                boolean mayRun = plant.limitMegabytes() == 0 || isCgroupPossible();
                if (mayRun && (WANTED.contains(ALL) || WANTED.contains(plant.name()))) {
                    Path own = Files.createDirectories(directory.resolve(jdk.feature() + "-" + plant.name()));
                    running.add(threads.submit(new RowRun(jdk, plant, own, asking)));
                }
            }
            List<Row> rows = new ArrayList<>();
            for (Future<Row> row : running) {
                rows.add(row.get());
            }
            print(jdk, rows);
            assertThat(rows.stream().flatMap(row -> row.failures().stream())).isEmpty();
        } finally {
            threads.shutdownNow();
        }
    }

    private static boolean isCgroupPossible() throws IOException {
        try (Cgroup cgroup = Cgroup.withLimit(1L << 30)) {
            return cgroup != null;
        }
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
            table.append("| ").append(row.plant().name()).append(" |");
            surfaces.forEach(
                    surface -> table.append(' ').append(row.cell(surface)).append(" |"));
            table.append('\n');
        }
        rows.forEach(row -> row.failures().forEach(fault -> table.append(fault).append('\n')));
        System.out.println(table);
    }
}
