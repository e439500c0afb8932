package io.nmt.it.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.core.model.CategoryUsage;
import io.nmt.it.programs.Mappings;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import java.util.List;

/** Every way to map a file and to unmap it. */
class MappedFilesIT {
    private static final String CATEGORY = "Mapped File";

    @OnEveryJdk
    void everyMode(Jdk jdk) {
        Outcome outcome = jvm(jdk).agent().run(Mappings.class, "modes").expectSuccess();

        assertMapped(outcome, 1_000_000 + 4096 + 5000 + 10_100 + 3_000_001, 5);
        List<String> files = lines(outcome, "file|");
        assertThat(files.subList(0, 5))
                .as(outcome::toString)
                .extracting(MappedFilesIT::withoutResident)
                .containsExactly(
                        "file|grown|3000001|READ_WRITE|main|true",
                        "file|read only|1000000|READ_ONLY|main|true",
                        "file|in the middle|10100|READ_ONLY|main|true",
                        "file|private|5000|PRIVATE|main|true",
                        "file|read and write|4096|READ_WRITE|main|true");
        assertThat(files).anyMatch(file -> file.startsWith("file|private (deleted)|5000|"));
        assertEqualToProc(outcome, 3);
    }

    private static String withoutResident(String file) {
        return file.replaceFirst("\\|-?\\d+\\|main", "|main");
    }

    @OnEveryJdk
    void unmappedByTheCleaner(Jdk jdk) {
        Outcome outcome = jvm(jdk).agent().run(Mappings.class, "cleaner").expectSuccess();

        assertMapped(outcome, 10_000_000, 10);
        assertEqualToProc(outcome, 2);
    }

    @OnEveryJdk
    void residentPages(Jdk jdk) {
        Outcome outcome = jvm(jdk).agent().run(Mappings.class, "resident").expectSuccess();

        assertThat(lines(outcome, "file|"))
                .as(outcome::toString)
                // A page that the kernel is just moving is not in memory.
                .anyMatch(file -> file.matches(".*\\|PRIVATE\\|(9\\d|100)\\|.*"))
                .anyMatch(file -> file.contains("|READ_ONLY|0|"));
    }

    @OnOneJdk
    void inTheReport(Jdk jdk) {
        Outcome outcome =
                jvm(jdk).agent("report=stdout").run(Mappings.class, "resident").expectSuccess();

        assertThat(outcome.out())
                .contains("\nMapped files, the largest first (2)\n")
                .containsPattern("\n *1,000,000 +0 +\\d+ s +READ_ONLY +/.*/untouched\n");
    }

    @OnEveryJdk
    void mappedSegments(Jdk jdk) {
        assumeTrue(jdk.feature() >= 21, "java.lang.foreign");
        ChildJvm jvm = jdk.feature() == 21 ? jvm(jdk).options("--enable-preview") : jvm(jdk);
        Outcome outcome = jvm.agent().run(Mappings.class, "arena").expectSuccess();

        assertMapped(outcome, 2 * (100_000 + 5000 - 4096), 2);
        assertEqualToProc(outcome, 2);
    }

    @OnEveryJdk
    void nativesCalledByMethodHandle(Jdk jdk) {
        Outcome outcome = jvm(jdk).options("--add-opens=java.base/sun.nio.ch=ALL-UNNAMED")
                .agent()
                .run(Mappings.class, "handle")
                .expectSuccess();

        assertMapped(outcome, 300_000, 1);
        assertEqualToProc(outcome, 2);
    }

    @OnEveryJdk
    void fileTruncatedMeanwhile(Jdk jdk) {
        Outcome outcome = jvm(jdk).agent().run(Mappings.class, "truncated").expectSuccess();

        assertMapped(outcome, 1_000_000, 1);
        assertThat(outcome.out()).contains("java.lang.InternalError");
        assertEqualToProc(outcome, 1);
    }

    /** The classes are loaded then, so their natives cannot be replaced. */
    @OnEveryJdk
    void inAJvmThatMapsAlready(Jdk jdk) {
        try (Child child = jvm(jdk).allowAttach().start(Mappings.class, "cleaner", "late")) {
            child.awaitLine("ready");
            ChildJvm.runAgentJar(jdk, "attach", Long.toString(child.pid())).expectSuccess();
            child.say("attached");

            assertMapped(child.await().expectSuccess(), 10_000_000, 10);
        }
    }

    @OnOneJdk
    void leftOut(Jdk jdk) {
        Outcome outcome = jvm(jdk).agent("categories=unsafe+direct-buffer")
                .run(Mappings.class, "truncated")
                .expectSuccess();

        assertThat(Figures.at("mapped", outcome).category(CATEGORY).peakCommitted())
                .isZero();
        assertThat(lines(outcome, "ours ")).containsOnly("ours {}");
    }

    private static ChildJvm jvm(Jdk jdk) {
        return ChildJvm.withC2InCi(jdk).allowUnsafe();
    }

    private static void assertMapped(Outcome outcome, long bytes, long count) {
        CategoryUsage begin = Figures.at("begin", outcome).category(CATEGORY);
        CategoryUsage mapped = Figures.at("mapped", outcome).category(CATEGORY);
        assertThat(List.of(begin.count(), mapped.committed(), mapped.reserved(), mapped.count()))
                .as(outcome::toString)
                .containsExactly(0L, bytes, bytes, count);
        CategoryUsage unmapped = Figures.at("unmapped", outcome).category(CATEGORY);
        assertThat(List.of(unmapped.committed(), unmapped.reserved(), unmapped.count()))
                .as(outcome::toString)
                .containsExactly(0L, 0L, 0L);
    }

    private static void assertEqualToProc(Outcome outcome, int times) {
        List<String> theirs = lines(outcome, "proc ");
        List<String> ours = lines(outcome, "ours ");
        assertThat(theirs).as(outcome::toString).hasSize(times);
        for (int i = 0; i < times; i++) {
            assertThat(ours.get(i).substring("ours ".length()))
                    .as(outcome::toString)
                    .isEqualTo(theirs.get(i).substring("proc ".length()));
        }
    }

    private static List<String> lines(Outcome outcome, String prefix) {
        return outcome.outLines().stream()
                .filter(line -> line.startsWith(prefix))
                .toList();
    }
}
