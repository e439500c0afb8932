package io.nmt.core.internal.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sites that are suspects. */
class LeaksTest {
    private static final long SECOND = 1_000_000_000;
    private static final CallSite CODEC = new CallSite(
            1, Category.UNSAFE.id(), List.of(new Frame("com.acme.Codec", "encode", "Codec.java", 12, false)), 0);
    private static final CallSite POOL = new CallSite(
            2,
            Category.UNSAFE.id(),
            List.of(new Frame("io.netty.buffer.PoolArena", "take", "PoolArena.java", 1, false)),
            0);

    private static SiteUsage usage(CallSite site, long age, long growth, long error, boolean growing, long judgedIn) {
        return new SiteUsage(
                site.site(),
                46 << 20,
                1,
                1,
                1,
                46 << 20,
                age * SECOND,
                growth,
                growing,
                List.of(),
                error,
                0,
                judgedIn * SECOND);
    }

    @ParameterizedTest
    @CsvSource({"100, 0, 1, true", "100, 49, 1, true", "100, 50, 1, false", "0, 0, 1, false", "100, 0, 0, false"})
    void aSiteWithoutOldBlocksIsToldOfIfItsRiseIsLikely(long growth, long error, long judgedIn, boolean told) {
        assertThat(LeakFinder.mayLeakLater(usage(CODEC, 19, growth, error, false, judgedIn)))
                .isEqualTo(told);
        assertThat(LeakFinder.mayLeakLater(usage(CODEC, 19, growth, error, true, 0)))
                .isTrue();
        assertThat(LeakFinder.mayLeakLater(usage(POOL, 19, growth, error, true, 0)))
                .isFalse();
    }

    @Test
    void withoutASampleItIsTooEarlyToTell() {
        SiteUsage young = usage(CODEC, 1, 0, 0, false, 17);
        SiteUsage younger = usage(CODEC, 1, 0, 0, false, 19);
        assertThat(LeakFinder.judgedInNanos(false, 3600 * SECOND, List.of())).isEqualTo(20 * SECOND);
        assertThat(LeakFinder.judgedInNanos(true, SECOND, List.of())).isEqualTo(20 * SECOND);
        assertThat(LeakFinder.judgedInNanos(true, 3 * SECOND, List.of(young, younger)))
                .isEqualTo(19 * SECOND);
        assertThat(LeakFinder.judgedInNanos(true, 20 * SECOND, List.of(young))).isZero();
        assertThat(LeakFinder.judgedInNanos(true, 20 * SECOND, List.of())).isZero();
    }

    /** While the heap grows, each wave of garbage is higher than the one before, and none of it is old. */
    @ParameterizedTest
    @CsvSource({
        "30, 20, 40, 80, true", // it grows for longer than its oldest block lives
        "52, 52, 1, 97, true", // hardly any of it is old
        "52, 52, 60, 97, false",
        "200, 20, 1, 97, false"
    })
    void growthThatMayBeGarbage(long growingFor, long oldest, int oldBytes, int allBytes, boolean mayBe) {
        Site direct = new Site(1, "Direct Buffer", List.of(), null, false, FreedBy.COLLECTOR);
        Site program = new Site(1, "Direct Buffer", List.of(), null, false, FreedBy.PROGRAM);

        assertThat(LeakFinder.mayBeGarbage(
                        growing(direct, growingFor, oldest, oldBytes),
                        List.of(growing(direct, growingFor, oldest, allBytes))))
                .isEqualTo(mayBe);
        assertThat(LeakFinder.mayBeGarbage(
                        growing(program, growingFor, oldest, oldBytes),
                        List.of(growing(program, growingFor, oldest, allBytes))))
                .isFalse();
    }

    private static SiteUsage growing(Site site, long growingFor, long oldest, int bytes) {
        return new SiteUsage(
                site, bytes, 1, 1, 1, bytes, oldest * SECOND, 1, true, List.of(), 0, growingFor * SECOND, 0);
    }

    @Test
    void blocksAreOldFromAThirdOfTheTimeOnAndAtMostFromAMinute() {
        assertThat(LeakFinder.usualAgeNanos(0)).isZero();
        assertThat(LeakFinder.usualAgeNanos(30 * SECOND)).isEqualTo(10 * SECOND);
        assertThat(LeakFinder.usualAgeNanos(180 * SECOND)).isEqualTo(60 * SECOND);
        assertThat(LeakFinder.usualAgeNanos(3600 * SECOND)).isEqualTo(60 * SECOND);
    }

    @Test
    void growthIsToldAfterTwentySecondsAtTheSoonest() {
        assertThat(LeakFinder.soonestJudgedInNanos(0)).isEqualTo(20 * SECOND);
        assertThat(LeakFinder.soonestJudgedInNanos(19 * SECOND)).isEqualTo(SECOND);
        assertThat(LeakFinder.soonestJudgedInNanos(20 * SECOND)).isZero();
        assertThat(LeakFinder.soonestJudgedInNanos(3600 * SECOND)).isZero();
    }
}
