package io.nmt.it.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.it.programs.FreedElsewhere;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.Outcome;

/** Blocks that native code frees, and what bounds the table of those that are live. */
class FreedElsewhereIT {
    private static final String CATEGORY = "Foreign Malloc";
    private static final String MAPPED = "Mapped File";
    private static final long PAGE = 4096;
    private static final long MB = 1 << 20;

    private static ChildJvm jvm(Jdk jdk) {
        assumeTrue(jdk.feature() >= 21, "java.lang.foreign");
        ChildJvm jvm = ChildJvm.withC2InCi(jdk).options("--enable-native-access=ALL-UNNAMED");
        return jdk.feature() == 21 ? jvm.options("--enable-preview") : jvm;
    }

    @OnEveryJdk
    void anAddressThatComesBackTakesTheOldBlockFromTheBooks(Jdk jdk) {
        Outcome outcome = jvm(jdk).options("-Xmx256m")
                .agent("report=stdout,sample=1")
                .run(FreedElsewhere.class, "reuse")
                .expectSuccess();

        Snapshot given = Figures.at("given", outcome);
        CategoryUsage usage = given.category(CATEGORY);
        assertThat(usage.count() + given.freedElsewhere()).as(outcome::toString).isEqualTo(1000);
        assertThat(usage.committed()).isEqualTo(100 * usage.count());
        assertThat(usage.count()).isLessThan(100);

        Snapshot buffers = Figures.at("buffers", outcome);
        assertThat(buffers.category("Direct Buffer").count()).isEqualTo(20_000);
        assertThat(buffers.untrackedBlocks()).as(outcome::toString).isZero();
        assertThat(buffers.overheadBytes()).as(outcome::toString).isLessThan(8 * MB);
        assertThat(outcome.out())
                .contains(
                        "Current figures: exact but for what native code frees ",
                        "\nFreed elsewhere: ",
                        "\nPeaks: estimates: high by what native code freed.");

        assertWrongFreesAreRefused(outcome);
    }

    private static void assertWrongFreesAreRefused(Outcome outcome) {
        assertThat(outcome.out())
                .containsPattern(
                        "inside: Not a live block: 0x[0-9a-f]+, which is 16 bytes inside the block of 1000 bytes"
                                + " at 0x[0-9a-f]+ in category Index")
                .containsPattern(
                        "twice: Not a live block: 0x[0-9a-f]+, which was freed before, or never allocated here")
                .contains("never: Not a live block: 0x10, ")
                .containsPattern("reallocate: Not a live block: 0x[0-9a-f]+, ")
                .contains("failed: Unable to allocate 70368744177664 bytes of native memory for category Index");
        assertThat(Figures.at("refused", outcome).category("Index").count()).isZero();
    }

    @OnEveryJdk
    void mappingsThatMoveAndThatNativeCodeUnmaps(Jdk jdk) {
        Outcome outcome = jvm(jdk).agent().run(FreedElsewhere.class, "remap").expectSuccess();
        assertMapped(outcome, "grown", 1000 * PAGE, 1);
        assertMapped(outcome, "shrunk", 5 * PAGE, 1);
        assertMapped(outcome, "failed", 5 * PAGE, 1);
        assertMapped(outcome, "moved over another", 20 * PAGE, 2);
        assertMapped(outcome, "unmapped", 0, 0);
        assertThat(Figures.at("unmapped", outcome).freedElsewhere()).isZero();
        // The ten pages that native code has unmapped are gone but for what was not mapped again.
        assertMapped(outcome, "reused", 100 * PAGE, 3);
        assertThat(Figures.at("reused", outcome).freedElsewhere()).isPositive();
        assertThat(Figures.at("reused", outcome).unknownFrees())
                .isEqualTo(Figures.at("begin", outcome).unknownFrees());
        assertThat(Figures.at("reused", outcome).untrackedBlocks()).isZero();
    }

    private static void assertMapped(Outcome outcome, String label, long bytes, long count) {
        CategoryUsage usage = Figures.at(label, outcome).category(MAPPED);
        assertThat(usage.committed()).as("%s of %s", label, outcome).isEqualTo(bytes);
        assertThat(usage.count()).as("%s of %s", label, outcome).isEqualTo(count);
    }

    @OnEveryJdk
    void whereMallocDisprovesTheBooksTheyAreNotExact(Jdk jdk) {
        String exact = "Current figures: exact";
        String disproved = "Current figures: at most: malloc has only ";
        try (Child child =
                jvm(jdk).allowAttach().agent("report=stdout,scale=MB").start(FreedElsewhere.class, "transfer")) {
            child.awaitLine("held");
            assertThat(ChildJvm.runCommand(jdk, "summary", child).out())
                    .contains(exact)
                    .doesNotContain(disproved);
            assertThat(ChildJvm.runCommand(jdk, "rss", child).out()).doesNotContain("native code has freed blocks");
            child.say("free");
            child.awaitLine("freed");
            assertThat(ChildJvm.runCommand(jdk, "summary", child).out())
                    .contains(disproved)
                    .doesNotContain(exact);
            assertThat(ChildJvm.runCommand(jdk, "summary", child, "--json").out())
                    .containsPattern("\"mallocInUseBytes\":[0-9]+");
            assertThat(ChildJvm.runCommand(jdk, "rss", child).out()).contains("native code has freed blocks");
            child.say("end");
            assertThat(child.await().expectExit(0).out()).contains(disproved);
        }
    }

    @OnEveryJdk
    void aTableThatIsFullIsTold(Jdk jdk) {
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .allowUnsafe()
                .options("-Xmx32m", "-XX:+UseSerialGC")
                .agent("report=stdout")
                .run(FreedElsewhere.class, "many")
                .expectSuccess();
        Snapshot allocated = Figures.at("allocated", outcome);
        CategoryUsage usage = allocated.category("Unsafe");
        long untracked = allocated.untrackedBlocks();
        assertThat(untracked).as(outcome::toString).isPositive();
        assertThat(usage.count() + untracked).isGreaterThanOrEqualTo(1_000_000);
        assertThat(usage.count()).isGreaterThan(100_000);
        assertThat(allocated.overheadBytes()).as(outcome::toString).isLessThan(5 * MB);
        Snapshot freed = Figures.at("freed", outcome);
        assertThat(freed.category("Unsafe").count())
                .isEqualTo(Figures.at("begin", outcome).category("Unsafe").count());
        assertThat(outcome.out()).contains("The table of live blocks is full: its limit is ");
    }
}
