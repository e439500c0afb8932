package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Coverage;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The words about suspects of leaks. */
class LeakWordsTest {
    private static final long SECOND = 1_000_000_000;
    private static final Sampling EVERY_BLOCK = new Sampling(1, 0, Coverage.UNKNOWN);
    private static final Frame ENCODE = new Frame("com.acme.Codec", "encode", "Codec.java", 12, false);
    private static final Site CODEC = new Site(1, "Unsafe", List.of(ENCODE), ENCODE, false, FreedBy.PROGRAM);

    private static SiteUsage usage(Site site, long age, long growth, long error, boolean growing, long judgedIn) {
        return new SiteUsage(
                site,
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

    private static String text(SiteUsage... usages) {
        return SiteReport.of(
                new Leaks(60 * SECOND, List.of(), List.of(usages), List.of(), 0), EVERY_BLOCK, Scale.KB, 9, true);
    }

    @Test
    void withoutASampleItIsTooEarlyToTell() {
        Leaks leaks = new Leaks(SECOND, List.of(), List.of(), List.of(), 19 * SECOND - 1);
        assertThat(SiteReport.of(leaks, EVERY_BLOCK, Scale.KB, 9, true))
                .startsWith("No suspects yet: it is too early to tell, ask again in 19 s.\n");
        assertThat(SiteReport.of(new Leaks(SECOND, List.of(), List.of(), List.of(), 0), EVERY_BLOCK, Scale.KB, 9, true))
                .startsWith("No suspects: no call site's live bytes are known to rise steadily");
    }

    @Test
    void ofASiteThatHasJustBegunItIsTooEarlyToTell() {
        assertThat(text(usage(CODEC, 19, 100, 1, false, 3)))
                .startsWith("No suspects yet: it is too early to tell, ask again in 3 s.\n")
                .contains("ask again in 3 s: all blocks are younger than 60 s (1)\n")
                .contains("com.acme.Codec");
        assertThat(text(usage(CODEC, 61, 100, 1, false, 3)))
                .contains("ask again in 3 s: with blocks older than 60 s (1)\n");
    }

    @Test
    void aSiteThatHasJustBegunDoesNotHideWhatIsKnownOfTheOthers() {
        SiteUsage early = usage(CODEC, 19, 100, 1, false, 3);
        SiteUsage level = usage(CODEC, 61, 0, 1, false, 0);
        SiteUsage young = usage(CODEC, 30, 100, 1, true, 0);

        assertThat(text(early, level))
                .startsWith("No suspects yet: of 1 call site it is too early to tell, ask again in 3 s;"
                        + " no other is known to rise steadily.\n");
        assertThat(text(early, early, level)).startsWith("No suspects yet: of 2 call sites it is too early");
        assertThat(text(early, young))
                .startsWith("No suspects yet: of 1 call site it is too early to tell, ask again in 3 s;"
                        + " what grows holds no blocks older than 60 s.\n");
    }

    @Test
    void whatGrowsWithoutOldBlocksIsNotLeftOut() {
        assertThat(text(usage(CODEC, 30, 100, 1, true, 0)))
                .startsWith("No suspects yet: what grows holds no blocks older than 60 s.\n")
                .contains("\nGrowing, but all blocks are younger than 60 s (1)\n");
    }

    @Test
    void whatMayGrowIsNotToldNotTo() {
        assertThat(text(usage(CODEC, 61, 5447, 3618, false, 0)))
                .contains("\nNot known to grow, with blocks older than 60 s");
        assertThat(text(usage(CODEC, 61, 5447, 1900, false, 0))).contains("\nNot known to grow, ");
        assertThat(text(usage(CODEC, 61, 5447, 1800, false, 0))).contains("\nRisen, but not steadily, ");
    }

    @Test
    void whatMayBeGarbageIsNoSuspect() {
        assertThat(text(usage(CODEC, 61, 5447, 18, true, 0)))
                .startsWith("No suspects, but whether what grows is a leak cannot be told yet: it may be garbage.\n")
                .contains("\nGrowing, but it may be garbage, with blocks older than 60 s (1)\n");
    }
}
