package io.nmt.it.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.it.programs.ForeignHandles;
import io.nmt.it.programs.ForeignMalloc;
import io.nmt.it.programs.Hello;
import io.nmt.it.programs.LateForeignMalloc;
import io.nmt.it.programs.MallocOracle;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Memory from C functions that are called through the {@code Linker}. */
class ForeignMallocIT {
    private static final String CATEGORY = "Foreign Malloc";
    private static final String MAPPED = "Mapped File";
    private static final int PAGE = 4096;

    private static ChildJvm jvm(Jdk jdk) {
        assumeTrue(jdk.feature() >= 21, "java.lang.foreign");
        ChildJvm jvm = ChildJvm.withoutC2(jdk).options("--enable-native-access=ALL-UNNAMED");
        return jdk.feature() == 21 ? jvm.options("--enable-preview") : jvm;
    }

    private static Outcome run(Jdk jdk, String... arguments) {
        return jvm(jdk).agent().run(ForeignMalloc.class, arguments).expectSuccess();
    }

    private static void assertFigures(Outcome outcome, String category, String label, long bytes, long count) {
        CategoryUsage usage = Figures.at(label, outcome).category(category);
        assertThat(List.of(usage.committed(), usage.reserved(), usage.count()))
                .as("%s of %s", label, outcome)
                .containsExactly(bytes, bytes, count);
    }

    private static void assertNothingLost(Outcome outcome, String lastLabel) {
        Snapshot begin = Figures.at("begin", outcome);
        Snapshot end = Figures.at(lastLabel, outcome);
        assertThat(end.untrackedBlocks()).as(outcome::toString).isZero();
        assertThat(end.unknownFrees() - begin.unknownFrees())
                .as(outcome::toString)
                .isZero();
    }

    @OnEveryJdk
    void everyFunctionInEveryWayOfLinking(Jdk jdk) {
        for (String way : List.of(
                "longs",
                "segments",
                "ints",
                "critical",
                "errno",
                "errno segments",
                "unbound",
                "unbound errno segments")) {
            assertEveryFunction(run(jdk, "allocate", way));
        }
        if (jdk.feature() >= 22) {
            assertEveryFunction(run(jdk, "allocate", "heap segments"));
        }
    }

    /** Programs that do not use it do not pay for it. */
    @OnEveryJdk
    void nothingIsLoadedBeforeTheLinkerIsUsed(Jdk jdk) {
        String[] classes = {"jdk.internal.foreign.abi.AbstractLinker ", "io.nmt.core.internal.linker.LinkerHooks "};
        Outcome without =
                jvm(jdk).options("-Xlog:class+load").agent().run(Hello.class).expectSuccess();
        assertThat(without.out())
                .contains("io.nmt.core.internal.hooks.UnsafeHooks ")
                .doesNotContain(classes);

        Outcome with = jvm(jdk).options("-Xlog:class+load")
                .agent()
                .run(ForeignMalloc.class, "own")
                .expectExit(0);
        assertThat(with.out()).contains(classes);
    }

    /** The Linker is in use already, and what it has linked before is not seen. */
    @OnEveryJdk
    void attachedLater(Jdk jdk) {
        try (Child child = jvm(jdk).allowAttach().start(LateForeignMalloc.class)) {
            child.awaitLine("linked");
            ChildJvm.runAgentJar(jdk, "attach", Long.toString(child.pid()), "jfr=false")
                    .expectSuccess();
            for (String command : List.of("summary", "leaks")) {
                assertThat(ChildJvm.runCommand(jdk, command, child)
                                .expectSuccess()
                                .out())
                        .contains("\nNot fully tracked: Foreign Malloc (calls by handles that were linked before");
            }
            child.say("attached");
            Outcome outcome = child.await().expectSuccess();
            assertFigures(outcome, CATEGORY, "allocated", 2000, 1);
            assertFigures(outcome, CATEGORY, "freed", 0, 0);
            assertThat(Figures.at("freed", outcome).unknownFrees()
                            - Figures.at("allocated", outcome).unknownFrees())
                    .as(outcome::toString)
                    .isEqualTo(2);
        }
    }

    private static void assertEveryFunction(Outcome outcome) {
        long bytes = 1001;
        assertFigures(outcome, CATEGORY, "begin", 0, 0);
        assertFigures(outcome, CATEGORY, "malloc", bytes, 1);
        assertFigures(outcome, CATEGORY, "calloc", bytes += 10 * 101, 2);
        assertFigures(outcome, CATEGORY, "valloc", bytes += 3003, 3);
        assertFigures(outcome, CATEGORY, "aligned_alloc", bytes += 640, 4);
        assertFigures(outcome, CATEGORY, "memalign", bytes += 333, 5);
        assertFigures(outcome, CATEGORY, "posix_memalign", bytes += 777, 6);
        assertFigures(outcome, CATEGORY, "strdup", bytes += "native memory".length() + 1, 7);
        assertFigures(outcome, CATEGORY, "strndup", bytes += "native".length() + 1, 8);
        assertFigures(outcome, CATEGORY, "freed", 0, 0);
        assertNothingLost(outcome, "freed");
    }

    /** As jemalloc and mimalloc are used: the default lookup finds the one of libc, dlsym the other. */
    @OnEveryJdk
    void aMallocThatIsPreloaded(Jdk jdk) throws Exception {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "LD_PRELOAD");
        Path library = preloadedMalloc();
        for (String way : List.of("longs", "global", "global unbound")) {
            assertEveryFunction(jvm(jdk).preload(library)
                    .agent()
                    .run(ForeignMalloc.class, "allocate", way)
                    .expectSuccess());
        }
    }

    private static Path preloadedMalloc() throws Exception {
        Path directory = ChildJvm.testClasses().getParent();
        Path library = directory.resolve("preloaded.so");
        Path source = Path.of("src/test/c/preloaded.c").toAbsolutePath();
        Process cc;
        try {
            cc = new ProcessBuilder("cc", "-shared", "-fPIC", "-o", library.toString(), source.toString())
                    .inheritIO()
                    .start();
        } catch (IOException e) {
            return abort("no C compiler: " + e);
        }
        assertThat(cc.waitFor()).isZero();
        return library;
    }

    @OnEveryJdk
    void reallocation(Jdk jdk) {
        for (String way : List.of("longs", "segments", "unbound")) {
            Outcome outcome = run(jdk, "reallocate", way);
            assertFigures(outcome, CATEGORY, "realloc(0,55)", 55, 1);
            assertFigures(outcome, CATEGORY, "1000000", 1_000_000, 1);
            assertFigures(outcome, CATEGORY, "10", 10, 1);
            assertFigures(outcome, CATEGORY, "reallocarray(0,7,11)", 10 + 77, 2);
            assertFigures(outcome, CATEGORY, "300000", 10 + 300_000, 2);
            assertFigures(outcome, CATEGORY, "realloc(a,0)", 10 + 300_000, 2);
            assertFigures(outcome, CATEGORY, "freed", 0, 0);
            assertNothingLost(outcome, "freed");
        }
    }

    @OnEveryJdk
    void whatFailsChangesNothing(Jdk jdk) {
        Outcome outcome = run(jdk, "failures", "segments");
        assertFigures(outcome, CATEGORY, "failed", 500, 1);
        assertFigures(outcome, MAPPED, "failed", 10 * PAGE, 1);
        assertFigures(outcome, CATEGORY, "freed", 0, 0);
        assertFigures(outcome, MAPPED, "freed", 0, 0);
        assertNothingLost(outcome, "freed");
    }

    @OnEveryJdk
    void whatTheLinkerRefusesChangesNothing(Jdk jdk) {
        Outcome outcome = run(jdk, "refused", "segments");
        assertFigures(outcome, CATEGORY, "refused", 700, 1);
        assertFigures(outcome, MAPPED, "refused", PAGE, 1);
        assertFigures(outcome, CATEGORY, "freed", 0, 0);
        assertFigures(outcome, MAPPED, "freed", 0, 0);
        assertNothingLost(outcome, "freed");
    }

    /** It is called as the program wants it, and the report says how many calls it does not know. */
    @OnEveryJdk
    void aHandleOfAnUnexpectedType(Jdk jdk) {
        Outcome outcome = run(jdk, "unexpected");
        assertFigures(outcome, CATEGORY, "allocated", 0, 0);
        assertThat(Figures.at("allocated", outcome).untrackedBlocks())
                .as(outcome::toString)
                .isEqualTo(3);
    }

    @OnEveryJdk
    void handlesOfTypesThatDoAsWell(Jdk jdk) {
        Outcome outcome = run(jdk, "loose");
        assertFigures(outcome, MAPPED, "allocated", 8 * PAGE, 2);
        assertFigures(outcome, CATEGORY, "allocated", 100, 1);
        assertFigures(outcome, MAPPED, "unmapped one", 5 * PAGE, 1);
        assertFigures(outcome, MAPPED, "freed", 0, 0);
        assertFigures(outcome, CATEGORY, "freed", 0, 0);
        assertNothingLost(outcome, "freed");
    }

    @OnEveryJdk
    void theFirstUseHasLittleStack(Jdk jdk) {
        Outcome outcome = run(jdk, "thin");
        assertFigures(outcome, CATEGORY, "allocated", 1001, 1);
        assertNothingLost(outcome, "allocated");
    }

    /** A file that the JDK unmaps may be in pieces by then. */
    @OnEveryJdk
    void aMappedFileThatCHasCut(Jdk jdk) {
        Outcome outcome = run(jdk, "pieces");
        assertFigures(outcome, MAPPED, "without page 0", 99 * PAGE, 1);
        assertFigures(outcome, MAPPED, "without page 10", 99 * PAGE, 2);
        assertFigures(outcome, MAPPED, "without page 99", 99 * PAGE, 1);
        assertFigures(outcome, MAPPED, "unmapped", 0, 0);
        assertNothingLost(outcome, "unmapped");
    }

    @OnEveryJdk
    void mappings(Jdk jdk) {
        for (String way : List.of("longs", "segments", "unbound")) {
            Outcome outcome = run(jdk, "mappings", way);
            assertFigures(outcome, MAPPED, "mapped", 100 * PAGE - 1, 1);
            assertFigures(outcome, MAPPED, "without the start", 90 * PAGE - 1, 1);
            assertFigures(outcome, MAPPED, "without the end", 80 * PAGE, 1);
            assertFigures(outcome, MAPPED, "without the middle", 70 * PAGE, 2);
            assertFigures(outcome, MAPPED, "replaced a part", 70 * PAGE, 4);
            assertFigures(outcome, MAPPED, "unmapped", 0, 0);
            assertFigures(outcome, MAPPED, "mapped and unmapped", 0, 0);
            assertNothingLost(outcome, "mapped and unmapped");
        }
    }

    @OnEveryJdk
    void givesWayToScopes(Jdk jdk) {
        Outcome outcome = run(jdk, "scope");
        assertFigures(outcome, "Codec", "in a scope", 1000, 1);
        assertFigures(outcome, CATEGORY, "in a scope", 0, 0);
        assertFigures(outcome, "Codec", "outside", 3000, 1);
        assertFigures(outcome, CATEGORY, "outside", 2000, 1);
        assertFigures(outcome, "Codec", "freed", 0, 0);
        assertFigures(outcome, CATEGORY, "freed", 0, 0);
    }

    @OnEveryJdk
    void leftOut(Jdk jdk) {
        Outcome outcome = jvm(jdk).agent("categories=direct-buffer")
                .run(ForeignMalloc.class, "reallocate")
                .expectSuccess();
        assertThat(Figures.at("300000", outcome).category(CATEGORY).peakCommitted())
                .as(outcome::toString)
                .isZero();
        assertNothingLost(outcome, "freed");
    }

    @OnEveryJdk
    void theTrackersOwnAllocatorIsCountedOnce(Jdk jdk) {
        ChildJvm jvm = jvm(jdk).allowUnsafe();
        Outcome outcome = jvm.agent().run(ForeignMalloc.class, "own").expectSuccess();
        assertFigures(outcome, "Own", "both", 1000, 1);
        assertFigures(outcome, CATEGORY, "both", 100, 1);
        assertFigures(outcome, "Own", "freed", 0, 0);
        assertFigures(outcome, CATEGORY, "freed", 0, 0);
        assertNothingLost(outcome, "freed");
    }

    @OnEveryJdk
    void fourThreads(Jdk jdk) {
        Outcome outcome = run(jdk, "threads");
        assertFigures(outcome, CATEGORY, "joined", 0, 0);
        assertThat(Figures.at("joined", outcome).category(CATEGORY).peakCommitted())
                .as(outcome::toString)
                .isPositive();
        assertNothingLost(outcome, "joined");
    }

    @OnEveryJdk
    void allocatedOnOneSideAndFreedOnTheOther(Jdk jdk) {
        Outcome outcome = jvm(jdk).allowUnsafe()
                .agent()
                .run(ForeignMalloc.class, "strangers")
                .expectSuccess();
        long before = Figures.at("begin", outcome).unknownFrees();
        assertThat(Figures.at("freed what C had allocated", outcome).unknownFrees())
                .as(outcome::toString)
                .isEqualTo(before + 1);
        assertFigures(outcome, CATEGORY, "freed by Unsafe", 0, 0);
    }

    /** Types, results, errno, exceptions with their messages. */
    @OnEveryJdk
    void programsSeeNoDifference(Jdk jdk) {
        Outcome without = jvm(jdk).run(ForeignHandles.class).expectSuccess();
        Outcome with = jvm(jdk).agent().run(ForeignHandles.class).expectSuccess();

        assertThat(without.outLines())
                .as(without::toString)
                .contains("malloc, errno: (MemorySegment,long)MemorySegment");
        assertThat(with.outLines()).isEqualTo(without.outLines());
    }

    @OnEveryJdk
    void glibcCountsTheSame(Jdk jdk) {
        // Interpreted: the compilers take megabytes from malloc, which the tracker does not see.
        Outcome outcome =
                jvm(jdk).options("-Xint").agent().run(MallocOracle.class).expectSuccess();

        List<String> lines = outcome.outLines().stream()
                .filter(line -> line.startsWith("oracle "))
                .toList();
        lines.forEach(line -> System.out.println(jdk + ": " + line));
        assertThat(lines).as(outcome::toString).hasSize(6);
        double ofJvm = Math.max(0, figure(lines.get(5), 3)); // the JVM's own, which stays when all is freed
        for (String line : lines.subList(0, 5)) {
            double glibc = figure(line, 3);
            assertThat(figure(line, 1)).as(line).isCloseTo(glibc, within(glibc / 100 + ofJvm));
        }
        assertThat(lines.get(5)).endsWith(" nmt 0");
    }

    private static double figure(String line, int fromTheEnd) {
        String[] words = line.split(" ");
        return Double.parseDouble(words[words.length - fromTheEnd]);
    }
}
