package io.nmt.it.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.it.programs.Accounting;
import io.nmt.it.programs.ManyThreads;
import io.nmt.it.programs.VirtualThreads;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.util.List;

/** The books are right to the byte, whatever the program does. */
class AccountingIT {
    private static final int KIB = 1024;
    private static final int MIB = 1024 * KIB;

    @OnEveryJdk
    void whatIsFreedIsNoLongerCounted(Jdk jdk) {
        Outcome outcome = account(jdk, "allocate-free");

        assertUsage(outcome, "allocated", "Unsafe", 100_000, 1);
        assertUsage(outcome, "allocated", "Direct Buffer", 200_000, 1);
        assertUsage(outcome, "freed", "Unsafe", 0, 0);
        assertUsage(outcome, "freed", "Direct Buffer", 0, 0);
        assertAllKnown(outcome, "freed");
    }

    @OnEveryJdk
    void aReallocatedBlockCountsOnceWithItsNewSize(Jdk jdk) {
        Outcome outcome = account(jdk, "reallocate");

        assertUsage(outcome, "16K", "Unsafe", 16 * KIB, 1);
        assertUsage(outcome, "8K", "Unsafe", 8 * KIB, 1);
        assertUsage(outcome, "5M", "Unsafe", 5 * MIB, 1);
        assertUsage(outcome, "freed", "Unsafe", 0, 0);
        assertAllKnown(outcome, "freed");
    }

    @OnEveryJdk
    void nullAndEmptyBlocks(Jdk jdk) {
        Outcome outcome = account(jdk, "zero");

        assertUsage(outcome, "free(0)", "Unsafe", 0, 0);
        assertThat(outcome.out()).contains("allocate(0) = 0\n", "reallocate(a,0) = 0\n", "reallocate(0,0) = 0\n");
        assertUsage(outcome, "allocate(0)", "Unsafe", 0, 0);
        assertUsage(outcome, "reallocate(0,n)", "Unsafe", 777, 1);
        assertUsage(outcome, "reallocate(a,0)", "Unsafe", 0, 0);
        assertUsage(outcome, "reallocate(0,0)", "Unsafe", 0, 0);
        assertAllKnown(outcome, "reallocate(0,0)");
    }

    @OnEveryJdk
    void sizesAreCountedAsRequested(Jdk jdk) {
        Outcome outcome = account(jdk, "odd");

        assertUsage(outcome, "1 to 61", "Unsafe", 16 * (1 + 61) / 2, 16);
        assertUsage(outcome, "61", "Unsafe", 61, 1);
        assertUsage(outcome, "131", "Unsafe", 131, 1);
        assertUsage(outcome, "direct 4097", "Direct Buffer", 4097, 1);
    }

    @OnOldestAndNewestJdk
    void exactPeaks(Jdk jdk) {
        Outcome outcome =
                jvm(jdk).agent("peak=exact").run(Accounting.class, "peaks").expectSuccess();

        assertPeaks(outcome, "1M", MIB, 1);
        assertPeaks(outcome, "2M freed", 2 * MIB, 2);
        assertPeaks(outcome, "1M direct freed", 2 * MIB, 2);
        assertPeaks(outcome, "3M freed", 3 * MIB, 1);
        CategoryUsage direct = Figures.at("3M freed", outcome).category("Direct Buffer");
        assertThat(direct.peakCommitted()).as(outcome::toString).isEqualTo(MIB);
        assertThat(direct.countAtPeak()).as(outcome::toString).isEqualTo(1);
        assertThat(Figures.at("begin", outcome).exactPeaks()).isTrue();
    }

    private static void assertPeaks(Outcome outcome, String label, long bytes, long blocks) {
        Snapshot snapshot = Figures.at(label, outcome);
        CategoryUsage unsafe = snapshot.category("Unsafe");
        assertThat(unsafe.peakCommitted()).as(outcome::toString).isEqualTo(bytes);
        assertThat(unsafe.peakReserved()).as(outcome::toString).isEqualTo(bytes);
        assertThat(unsafe.countAtPeak()).as(outcome::toString).isEqualTo(blocks);
        // The true peak of the total: the two categories' peaks are of different moments.
        long others = othersThan(snapshot, "Unsafe", "Direct Buffer");
        assertThat(snapshot.total().peakCommitted()).as(outcome::toString).isBetween(bytes, bytes + others);
        assertThat(snapshot.total().countAtPeak()).as(outcome::toString).isGreaterThanOrEqualTo(blocks);
    }

    private static long othersThan(Snapshot snapshot, String... names) {
        return snapshot.categories().stream()
                .filter(usage -> !List.of(names).contains(usage.category()))
                .mapToLong(CategoryUsage::peakCommitted)
                .sum();
    }

    @OnOldestAndNewestJdk
    void fastPeaksAreNeverTooHighAndHardlyTooLow(Jdk jdk) {
        Outcome outcome = account(jdk, "peaks");

        assertThat(Figures.at("begin", outcome).exactPeaks()).isFalse();
        assertFastPeak(outcome, "1M", MIB);
        assertFastPeak(outcome, "2M freed", 2 * MIB);
        assertFastPeak(outcome, "1M direct freed", 2 * MIB);
        assertFastPeak(outcome, "3M freed", 3 * MIB);
    }

    private static void assertFastPeak(Outcome outcome, String label, long bytes) {
        CategoryUsage usage = Figures.at(label, outcome).category("Unsafe");
        long mayMiss = Math.max(64 * KIB, bytes / 100);
        assertThat(usage.peakCommitted()).as(outcome::toString).isBetween(bytes - mayMiss, bytes);
        assertThat(usage.peakReserved()).as(outcome::toString).isBetween(bytes - mayMiss, bytes);
    }

    @OnOldestAndNewestJdk
    void oneOfTwoBlocksFreed(Jdk jdk) {
        Outcome outcome = account(jdk, "two-blocks");

        assertUsage(outcome, "both", "Unsafe", (128 + 256) * KIB, 2);
        assertUsage(outcome, "second", "Unsafe", 256 * KIB, 1);
        assertUsage(outcome, "none", "Unsafe", 0, 0);
    }

    @OnOldestAndNewestJdk
    void allocatedByOneThreadAndFreedByAnother(Jdk jdk) {
        Outcome outcome = account(jdk, "two-threads");

        assertUsage(outcome, "allocated", "Unsafe", 1000 + 1001 + 1002, 3);
        assertUsage(outcome, "two freed", "Unsafe", 1001, 1);
        assertUsage(outcome, "all freed", "Unsafe", 0, 0);
        assertAllKnown(outcome, "all freed");
    }

    @OnEveryJdk
    void whatCannotBeAllocatedIsNotCounted(Jdk jdk) {
        Outcome outcome = account(jdk, "impossible");

        assertThat(outcome.out()).contains("no memory to allocate\n", "no memory to reallocate\n");
        assertUsage(outcome, "not allocated", "Unsafe", 1000, 1);
        assertUsage(outcome, "not reallocated", "Unsafe", 1000, 1);
        assertUsage(outcome, "freed", "Unsafe", 0, 0);
        assertAllKnown(outcome, "freed");
        assertThat(Figures.at("freed", outcome).category("Unsafe").peakCommitted())
                .as(outcome::toString)
                .isEqualTo(1000);
    }

    @OnEveryJdk
    void theLimitOfDirectMemory(Jdk jdk) {
        Outcome outcome = jvm(jdk).agent("pressure=off")
                .options("-XX:MaxDirectMemorySize=1m")
                .run(Accounting.class, "direct-limit")
                .expectSuccess();

        assertThat(outcome.out()).contains("no direct memory for a buffer\n");
        if (jdk.feature() < 24) {
            assertThat(outcome.out()).contains("no direct memory for a temporary buffer\n");
        }
        assertUsage(outcome, "no second buffer", "Direct Buffer", 700_000, 1);
        assertUsage(outcome, "Unsafe after it", "Direct Buffer", 700_000, 1);
        assertUsage(outcome, "Unsafe after it", "Unsafe", 61, 1);
        String last = "Unsafe and buffer after a temporary buffer";
        assertUsage(outcome, last, "Unsafe", 62, 1);
        assertUsage(outcome, last, "Direct Buffer", 700_063, 2);
        assertUsage(outcome, "freed", "Unsafe", 0, 0);
        assertUsage(outcome, "freed", "Direct Buffer", 0, 0);
        assertAllKnown(outcome, "freed");
    }

    @OnOldestAndNewestJdk
    void hundredsOfThreads(Jdk jdk) {
        Outcome outcome = jvm(jdk).agent().run(ManyThreads.class).expectSuccess();

        assertThat(outcome.out()).endsWith("failures 0\n");
        for (int pause = 1; pause <= 5; pause++) {
            assertAsExpected(outcome, "pause " + pause);
        }
        assertAsExpected(outcome, "threads ended");
        assertUsage(outcome, "all freed", "Unsafe", 0, 0);
        assertAllKnownSince(outcome, "pause 1", "all freed");
    }

    private static void assertAsExpected(Outcome outcome, String label) {
        String[] expected = outcome.outLines().stream()
                .filter(line -> line.startsWith("expected " + label + " "))
                .findFirst()
                .orElseThrow()
                .substring(("expected " + label + " ").length())
                .split(" ");
        long bytes = Long.parseLong(expected[0]);
        long blocks = Long.parseLong(expected[2]);
        assertThat(blocks).as(outcome::toString).isPositive();
        assertUsage(outcome, label, "Unsafe", bytes, blocks);
    }

    @OnEveryJdk
    void thousandsOfVirtualThreads(Jdk jdk) {
        assumeTrue(jdk.feature() >= 21, "virtual threads");
        Outcome outcome = jvm(jdk).agent().run(VirtualThreads.class).expectSuccess();

        assertUsage(outcome, "one of two freed", "Unsafe", 100 * (100 * 101 / 2), 10_000);
        assertUsage(outcome, "one of two freed", "Direct Buffer", 0, 0);
        assertUsage(outcome, "all freed", "Unsafe", 0, 0);
        assertAllKnownSince(outcome, "one of two freed", "all freed");
    }

    private static Outcome account(Jdk jdk, String step) {
        return jvm(jdk).agent().run(Accounting.class, step).expectSuccess();
    }

    private static ChildJvm jvm(Jdk jdk) {
        return ChildJvm.withC2InCi(jdk).allowUnsafe();
    }

    private static void assertUsage(Outcome outcome, String label, String category, long bytes, long blocks) {
        Snapshot snapshot = Figures.at(label, outcome);
        CategoryUsage usage = snapshot.category(category);
        assertThat(List.of(usage.committed(), usage.reserved(), usage.count()))
                .as("%s, %s, %s", label, category, outcome)
                .containsExactly(bytes, bytes, blocks);
        assertTotal(snapshot);
    }

    private static void assertTotal(Snapshot snapshot) {
        CategoryUsage total = snapshot.total();
        List<CategoryUsage> all = snapshot.categories();
        assertThat(total.committed())
                .isEqualTo(all.stream().mapToLong(CategoryUsage::committed).sum());
        assertThat(total.reserved())
                .isEqualTo(all.stream().mapToLong(CategoryUsage::reserved).sum());
        assertThat(total.count())
                .isEqualTo(all.stream().mapToLong(CategoryUsage::count).sum());
    }

    /** No block was missed, and no free was of an unknown block. */
    private static void assertAllKnown(Outcome outcome, String label) {
        assertAllKnownSince(outcome, "begin", label);
    }

    private static void assertAllKnownSince(Outcome outcome, String first, String label) {
        Snapshot end = Figures.at(label, outcome);
        assertThat(end.untrackedBlocks()).as(outcome::toString).isZero();
        assertThat(end.unknownFrees())
                .as(outcome::toString)
                .isEqualTo(Figures.at(first, outcome).unknownFrees());
    }
}
