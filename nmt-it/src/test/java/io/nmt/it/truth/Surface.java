package io.nmt.it.truth;

import io.nmt.cli.top.ReadingReader;
import io.nmt.report.top.Listing;
import io.nmt.report.top.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A column of the table.
 *
 * @param name of it
 * @param reader asks it
 * @param scope what it can tell
 */
record Surface(String name, Reader reader, Scope scope) {
    /** Names of a surface's figures that are no line of code, no category and no handle. */
    private static final Set<String> OF_PROCESS = Set.of(
            "RSS",
            "rest of RSS growth",
            "Container memory",
            "Metaspace with class space",
            "Mapped Files",
            "Interned strings",
            "Compiled code",
            "Threads",
            Plant.THREADS,
            Plant.LOADERS,
            Plant.HIDDEN,
            Plant.LAMBDAS);

    /** Figures among them, which are not counted. */
    private static final Set<String> FIGURES = Set.of("RSS", "rest of RSS growth", "Container memory");

    private static final double OTHER_RATE = 0.35;
    private static final double OTHER_AMOUNT = 0.05;
    private static final double ROUNDED = 1 << 20;
    private static final int CERTAIN = 3; // standard errors
    private static final double MILLIS_PER_MINUTE = 60_000;
    private static final double OLDEST_MILLIS = 20_000; // of an answer that is kept for a while

    /** The parts of a statement that a surface has. */
    enum Scope {
        /** All of it. */
        STATEMENTS,
        /** All of it, and where RSS is. */
        RESIDENT,
        /** Lines of code and handles, that they grow and how fast. */
        MARKS,
        /** The number of leaks, and of lines that grow. */
        COUNTS
    }

    /** Asks a surface. */
    interface Reader {
        /** The statements that it tells now. */
        List<Told> read(PlantedJvm jvm) throws Exception;
    }

    /** Those that a live process has. The first is what the others are compared with. */
    static List<Surface> live() {
        return List.of(
                statements("leaks", jvm -> Told.of(jvm.asked("leaks").get("statements"))),
                resident("rss", jvm -> Told.of(jvm.asked("rss").get("statements"))),
                statements("history", jvm -> Told.of(jvm.asked("history").get("statements"))),
                statements("JMX", jvm -> Told.of(values(jvm, "statement "))),
                new Surface("metrics", Surface::counts, Scope.COUNTS),
                statements(
                        "top",
                        jvm -> Told.of(PlantedJvm.JSON.readTree(jvm.text("top")).path("statements"))),
                new Surface("top, rows", Surface::marks, Scope.MARKS),
                resident(
                        "page",
                        jvm -> Told.of(
                                PlantedJvm.JSON.readTree(jvm.text("page")).findValuesAsText("text"))),
                resident(
                        "its recording's page",
                        jvm -> Told.of(jvm.page(jvm.recording()).findValuesAsText("text"))),
                resident(
                        "rss FILE",
                        jvm -> Told.of(jvm.runs("rss", jvm.recording().toString())
                                .lines()
                                .toList())),
                resident(
                        "report FILE",
                        jvm -> Told.of(jvm.runs("report", jvm.recording().toString())
                                .lines()
                                .toList())),
                resident(
                        "report FILE --json",
                        jvm -> Told.of(PlantedJvm.JSON
                                .readTree(jvm.runs(
                                        "report", "--json", jvm.recording().toString()))
                                .path("statements"))));
    }

    /** Those that tell of a process that has left evidence, and of one that has ended. */
    static List<Surface> left() {
        return List.of(
                statements(
                        "evidence, JSON",
                        jvm -> Told.of(jvm.left().path("lastHour").path("statements"))),
                resident("evidence, text", jvm -> Told.of(jvm.leftText())));
    }

    /** The statements that are told after the end. */
    static List<Surface> ended() {
        return List.of(resident(
                "postmortem",
                jvm -> Told.of(jvm.runs("postmortem", jvm.directory().toString())
                        .lines()
                        .toList())));
    }

    private static Surface statements(String name, Reader reader) {
        return new Surface(name, reader, Scope.STATEMENTS);
    }

    private static Surface resident(String name, Reader reader) {
        return new Surface(name, reader, Scope.RESIDENT);
    }

    /** The values of lines of the program's state. */
    static List<String> values(PlantedJvm jvm, String prefix) {
        return jvm.state().stream()
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.substring(prefix.length()))
                .toList();
    }

    /** As many of each kind as there are. */
    private static List<Told> counts(PlantedJvm jvm) {
        List<Told> all = new ArrayList<>();
        for (String line : jvm.state()) {
            String[] words = line.split(" ");
            String kind = words[0].equals("leakSuspects") ? "LEAK" : words[0].equals("growing") ? "GROWING" : "";
            for (int i = 0; !kind.isEmpty() && i < Integer.parseInt(words[1]); i++) {
                all.add(new Told(kind, "", Told.UNKNOWN, 0, Told.UNKNOWN));
            }
        }
        return all;
    }

    private static List<Told> marks(PlantedJvm jvm) throws Exception {
        List<Told> all = new ArrayList<>();
        for (Listing listing : List.of(Listing.SITES, Listing.HANDLE_SITES)) {
            for (Row row :
                    ReadingReader.read(jvm.text("top", "list", listing.word())).rows()) {
                if (row.listing() == listing && row.growing()) {
                    all.add(Told.mark(
                            listing == Listing.SITES ? row.name() : row.group(), (double) row.growthPerMinute()));
                }
            }
        }
        return all;
    }

    /**
     * Compares it with the planted truth.
     *
     * @param told by it
     * @param first what the first surface told
     * @param ageMillis how long ago that was
     */
    List<String> wrong(Plant plant, List<Told> told, List<Told> first, long ageMillis) {
        List<String> wrong = new ArrayList<>();
        boolean statements = scope == Scope.STATEMENTS || scope == Scope.RESIDENT;
        if (statements) {
            wrong.addAll(scope == Scope.RESIDENT ? plant.wrongOfResident(told) : plant.wrong(told));
        } else {
            List<String> expected = plant.must().stream()
                    .filter(name -> !name.startsWith("HELD "))
                    .filter(name -> !(scope == Scope.COUNTS ? FIGURES : OF_PROCESS)
                            .contains(name.substring(name.indexOf(' ') + 1)))
                    .map(this::inScope)
                    .sorted()
                    .toList();
            List<String> names =
                    told.stream().map(Told::name).map(String::strip).sorted().toList();
            if (!names.equals(expected)) {
                wrong.add("tells " + names);
            }
        }
        for (Told each : told) {
            for (Told other : first) {
                boolean same = statements
                        ? each.name().equals(other.name())
                        : scope == Scope.MARKS && each.subject().equals(other.subject());
                if (same && !agree(each, other, ageMillis)) {
                    wrong.add("tells " + each + " for " + other);
                }
            }
        }
        return wrong;
    }

    private String inScope(String name) {
        return scope == Scope.COUNTS ? name.split(" ")[0] : name.replaceFirst("^\\S+", "grows");
    }

    /** Within their errors; meanwhile it grew. */
    private static boolean agree(Told told, Told other, long ageMillis) {
        double grown = other.perMinute() * ((double) ageMillis + OLDEST_MILLIS) / MILLIS_PER_MINUTE;
        double error = CERTAIN * (told.error() + other.error()) + OTHER_AMOUNT * other.amount() + ROUNDED;
        boolean amounts = told.amount() == Told.UNKNOWN
                || other.amount() == Told.UNKNOWN
                || Math.abs(told.amount() - other.amount()) <= error + Math.max(0, grown);
        boolean rates = told.perMinute() == Told.UNKNOWN
                || other.perMinute() == Told.UNKNOWN
                || Math.abs(told.perMinute() - other.perMinute()) <= OTHER_RATE * other.perMinute() + ROUNDED;
        return amounts && rates;
    }
}
