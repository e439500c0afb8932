package io.nmt.core.internal.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.core.model.Frame;
import io.nmt.core.model.LineUsage;
import io.nmt.core.model.SiteUsage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A line of code that is reached by several stacks is one line, with what all of them hold. */
class LinesTest {
    private static final long SECOND = 100;
    private static final long BLOCK = 1 << 20;
    private static final int SECONDS = 120;

    private final SiteTable table = new SiteTable(32, new SiteRoom(Long.MAX_VALUE));
    private final List<Taken> live = new ArrayList<>();

    private record Taken(CallSite site, long time) {}

    private CallSite reachedBy(String method) {
        return reachedBy(method, Category.UNSAFE);
    }

    private CallSite reachedBy(String method, Category category) {
        return table.site(
                category.id(),
                List.of(
                        new Frame("sun.misc.Unsafe", "allocateMemory", "Unsafe.java", 462, true),
                        new Frame("com.acme.Codec", "encode", "Codec.java", 12, false),
                        new Frame("com.acme.Service", method, "Service.java", 7, false)));
    }

    private Taken take(CallSite site, long time) {
        Taken taken = new Taken(site, time);
        site.allocated(BLOCK, time);
        live.add(taken);
        return taken;
    }

    private void giveBack(Taken taken, long time) {
        live.remove(taken);
        taken.site().freed(BLOCK, time);
    }

    private List<LineUsage> lines(long now) {
        LineSums sums = new LineSums(now, 1);
        for (Taken taken : live) {
            sums.add(taken.site(), SampleRecord.of(taken.site().id(), 0, taken.time()), BLOCK, true);
        }
        return sums.usages();
    }

    /** One stack allocates 3 MiB a second, another one 1 MiB: neither has the line's rate. */
    @Test
    void aLineHasTheBytesAndTheRateOfAllItsStacks() {
        long start = SampleRecord.now();
        CallSite read = reachedBy("read");
        CallSite write = reachedBy("write");
        for (int i = 1; i <= SECONDS; i++) {
            take(read, start + i * SECOND);
            take(read, start + i * SECOND);
            take(read, start + i * SECOND);
            take(write, start + i * SECOND);
        }

        LineUsage line = onlyOne(lines(start + SECONDS * SECOND));
        assertThat(line.usage().liveBytes()).isEqualTo(4 * SECONDS * BLOCK);
        assertThat(line.usage().liveCount()).isEqualTo(4 * SECONDS);
        assertThat(line.usage().peakBytes()).isEqualTo(4 * SECONDS * BLOCK);
        assertThat(line.usage().growing()).isTrue();
        assertThat(line.usage().growthBytesPerMinute()).isBetween(230 * BLOCK, 250 * BLOCK);
        assertThat(line.usage().site().id()).isEqualTo(read.id());
        assertThat(line.usage().site()).hasToString("com.acme.Codec.encode(Codec.java:12)");

        assertThat(line.stacks())
                .extracting(SiteUsage::liveBytes)
                .containsExactly(3 * SECONDS * BLOCK, SECONDS * BLOCK);
        assertThat(line.stacks().get(1).site().frames().get(2).methodName()).isEqualTo("write");
        assertThat(line.stacks().get(1).growthBytesPerMinute()).isBetween(57 * BLOCK, 63 * BLOCK);
    }

    /** Memory that moves from one stack to another grows in one of them, and not in the line. */
    @Test
    void aLineWhoseStacksTakeTurnsDoesNotGrow() {
        long start = SampleRecord.now();
        CallSite read = reachedBy("read");
        CallSite write = reachedBy("write");
        List<Taken> first = new ArrayList<>();
        for (int i = 0; i < SECONDS; i++) {
            first.add(take(read, start));
        }
        for (int i = 1; i < SECONDS; i++) {
            take(write, start + i * SECOND);
            giveBack(first.get(i), start + i * SECOND);
        }

        LineUsage line = onlyOne(lines(start + SECONDS * SECOND));
        assertThat(line.stacks()).anyMatch(SiteUsage::growing);
        assertThat(line.usage().growing()).isFalse();
        assertThat(line.usage().liveBytes()).isEqualTo(SECONDS * BLOCK);
        // A block is taken before another one is given back.
        assertThat(line.usage().peakBytes()).isEqualTo((SECONDS + 1) * BLOCK);
    }

    /** The second stack is first met while the samples of the first one are added. */
    @Test
    void aLineThatGetsItsSecondStackWhileItIsAddedUpHasAllItsBytes() {
        long start = SampleRecord.now();
        CallSite read = reachedBy("read");
        LineSums sums = new LineSums(start + SECOND, 1);
        sums.add(read, SampleRecord.of(read.id(), 0, start), BLOCK, true);
        sums.add(read, SampleRecord.of(read.id(), 0, start), BLOCK, true);
        CallSite write = reachedBy("write");
        sums.add(read, SampleRecord.of(read.id(), 0, start), BLOCK, true);
        sums.add(write, SampleRecord.of(write.id(), 0, start), BLOCK, true);

        LineUsage line = onlyOne(sums.usages());
        assertThat(line.usage().liveBytes()).isEqualTo(4 * BLOCK);
        assertThat(line.usage().liveCount()).isEqualTo(4);
        assertThat(line.stacks()).extracting(SiteUsage::liveBytes).containsExactly(3 * BLOCK, BLOCK);
    }

    /** The second stack has no figures before all samples are added. */
    @Test
    void aLineThatGetsItsSecondStackAfterItsLastSampleHasAllItsBytes() {
        long start = SampleRecord.now();
        CallSite read = reachedBy("read");
        LineSums sums = new LineSums(start + SECOND, 1);
        sums.add(read, SampleRecord.of(read.id(), 0, start), BLOCK, true);
        reachedBy("write");

        assertThat(onlyOne(sums.usages()).usage().liveBytes()).isEqualTo(BLOCK);
    }

    @Test
    void aLineThatOneStackLeadsToIsThatStack() {
        long start = SampleRecord.now();
        take(reachedBy("read"), start);
        LineUsage line = onlyOne(lines(start + SECOND));
        assertThat(line.stacks()).containsExactly(line.usage());
    }

    @Test
    void linesOfTwoCategoriesAreTwo() {
        long start = SampleRecord.now();
        take(reachedBy("read"), start);
        take(reachedBy("read", Category.JNA), start);
        assertThat(lines(start + SECOND)).hasSize(2);
    }

    /** The line's own floor is lost in what comes and goes by other stacks: the one that rises is told of. */
    @Test
    void theRiseOfOneStackIsNotLostInChance() {
        SiteUsage level = usage(10, 60, false);
        SiteUsage rising = usage(40, 5, true);
        assertThat(LineSums.grown(level, List.of(level, rising)).growing()).isTrue();
        assertThat(LineSums.grown(level, List.of(level, rising)).growthBytesPerMinute())
                .isEqualTo(40);
        assertThat(LineSums.grown(usage(10, 5, false), List.of(level, rising)).growing())
                .isFalse();
    }

    private SiteUsage usage(long growth, long error, boolean growing) {
        return new SiteUsage(reachedBy("read").site(), 1, 0, 1, 1, 1, 1, growth, growing, List.of(), error, 1, 0);
    }

    private static LineUsage onlyOne(List<LineUsage> lines) {
        assertThat(lines).hasSize(1);
        return lines.get(0);
    }
}
