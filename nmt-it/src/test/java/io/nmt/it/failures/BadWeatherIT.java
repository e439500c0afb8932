package io.nmt.it.failures;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.it.programs.BadWeather;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.util.List;

/** Failures leave the books right, and the application sees the same as without the agent. */
class BadWeatherIT {
    private static final long GIB = 1L << 30;

    @OnOldestAndNewestJdk
    void sizesThatUnsafeRefusesOrPassesOver(Jdk jdk) {
        Outcome outcome = runTwice(jdk, "unsafe");

        assertThat(outcome.out())
                .contains("java.lang.OutOfMemoryError: Unable to allocate 4611686018427387904 bytes")
                .contains("java.lang.IllegalArgumentException");
        for (String label : List.of("not allocated", "not reallocated", "nothing")) {
            assertLive(outcome, label, "Unsafe", 1000, 1);
        }
        assertLive(outcome, "freed", "Unsafe", 0, 0);
        assertThat(Figures.at("freed", outcome).category("Unsafe").peakCommitted())
                .as(outcome::toString)
                .isEqualTo(1000);
    }

    @OnOldestAndNewestJdk
    void hugeBlocks(Jdk jdk) {
        Outcome outcome = runTwice(jdk, "huge");

        assertLive(outcome, "allocated", "Unsafe", 5 * GIB + 1, 1);
        assertLive(outcome, "not reallocated", "Unsafe", 5 * GIB + 1, 1);
        assertLive(outcome, "larger", "Unsafe", 6 * GIB + 2, 1);
        assertLive(outcome, "smaller", "Unsafe", 3, 1);
        assertLive(outcome, "freed", "Unsafe", 0, 0);
        assertThat(Figures.at("freed", outcome).category("Unsafe").peakCommitted())
                .as(outcome::toString)
                .isEqualTo(6 * GIB + 2);
    }

    @OnOldestAndNewestJdk
    void theLimitOfDirectMemory(Jdk jdk) {
        Outcome outcome = runTwice(jdk, "direct-limit");

        assertThat(outcome.out()).contains("saw second buffer: java.lang.OutOfMemoryError");
        assertLive(outcome, "no second buffer", "Direct Buffer", 700_000, 1);
        // The JDK takes 1 byte for an empty buffer.
        assertLive(outcome, "after a temporary buffer", "Direct Buffer", 700_000 + 62 + 1, 3);
        assertLive(outcome, "nothing cleaned", "Direct Buffer", 700_000 + 62 + 1, 3);
        assertLive(outcome, "nothing cleaned", "Unsafe", 61, 1);
        assertLive(outcome, "cleaned once", "Direct Buffer", 62 + 1, 2);
        assertLive(outcome, "freed", "Direct Buffer", 0, 0);
        assertLive(outcome, "freed", "Unsafe", 0, 0);
    }

    @OnOldestAndNewestJdk
    void segmentsThatCannotBe(Jdk jdk) {
        Outcome outcome = runTwice(jdk, "segments");

        assertThat(outcome.out()).contains("saw automatic over the limit: java.lang.OutOfMemoryError");
        assertLive(outcome, "refused", "Foreign Memory", 0, 0);
        // An empty one has an address of its own; JDK 17 refuses it, and since JDK 22 one takes at least a word.
        long bytes = jdk.feature() == 17 ? 0 : jdk.feature() < 22 ? 1 : 8;
        assertLive(outcome, "not closed", "Foreign Memory", bytes, jdk.feature() == 17 ? 0 : 1);
        assertLive(outcome, "closed", "Foreign Memory", 0, 0);
        assertLive(outcome, "closed", "Unsafe", 0, 0);
    }

    @OnOldestAndNewestJdk
    void aMappedFileThatIsTruncatedMeanwhile(Jdk jdk) {
        Outcome outcome = runTwice(jdk, "truncated");

        assertThat(outcome.out()).contains("saw read after the end: java.lang.InternalError");
        assertLive(outcome, "not mapped", "Mapped File", 0, 0);
        assertLive(outcome, "mapped", "Mapped File", 1 << 20, 1);
        assertLive(outcome, "truncated", "Mapped File", 1 << 20, 1);
        assertLive(outcome, "unmapped", "Mapped File", 0, 0);
        assertThat(Figures.at("unmapped", outcome).unknownFrees())
                .as(outcome::toString)
                .isZero();
    }

    /** Runs the program without and with the agent, and returns what it did with it. */
    private static Outcome runTwice(Jdk jdk, String step) {
        Outcome without = jvm(jdk).run(BadWeather.class, step).expectSuccess();
        Outcome with = jvm(jdk).agent("peak=exact,pressure=off")
                .run(BadWeather.class, step, "figures")
                .expectSuccess();
        assertThat(seen(with)).as(with::toString).isNotEmpty().isEqualTo(seen(without));
        return with;
    }

    private static ChildJvm jvm(Jdk jdk) {
        return ChildJvm.withC2InCi(jdk).allowUnsafe().allowSegments().options("-XX:MaxDirectMemorySize=1m");
    }

    /**
     * All that the program saw. The stack of an exception may have one frame more with the agent: where a hook calls
     * what the JDK called, or where the JDK calls a native that has a new name. Compiled code throws a fault of an
     * access without the frame of that.
     */
    private static List<String> seen(Outcome outcome) {
        return outcome.outLines().stream()
                .filter(line -> line.startsWith("saw "))
                .filter(line -> !line.startsWith("saw at io.nmt.core.internal.hooks."))
                .filter(line -> !line.endsWith(".Unsafe.getByte(Native Method)"))
                .filter(line -> !line.matches("saw at .*\\.map0\\((\\w+\\.java|Unknown Source)\\)"))
                .map(line -> line.replace("nmt$map0", "map0"))
                .toList();
    }

    private static void assertLive(Outcome outcome, String label, String category, long bytes, long blocks) {
        Snapshot snapshot = Figures.at(label, outcome);
        CategoryUsage usage = snapshot.category(category);
        assertThat(List.of(usage.committed(), usage.reserved(), usage.count()))
                .as("%s, %s, %s", label, category, outcome)
                .containsExactly(bytes, bytes, blocks);
        assertThat(snapshot.untrackedBlocks()).as(outcome::toString).isZero();
    }
}
