package io.nmt.report.malloc;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Site;
import io.nmt.report.render.ReportText;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The share of a process's growth that a profile of malloc explains. */
class NetGrowthTest {
    private static final long MB = 1 << 20;

    private static MallocProfile profile(double megabytes) {
        Frame frame = new Frame("com.acme.Caller", "call", "Caller.java", 1, false);
        double bytes = megabytes * MB;
        MallocStack stack = new MallocStack(
                new Site(1, "libtaking.so", List.of(frame), frame, false, FreedBy.PROGRAM),
                List.of(),
                null,
                bytes,
                MB * MB / 100.0,
                bytes,
                MB * MB / 100.0,
                100,
                bytes,
                100);
        Instant begin = Instant.EPOCH;
        return new MallocProfile(begin, begin.plusSeconds(30), 65_536, 100, 50, 0, false, false, List.of(stack), null);
    }

    private static MallocContext grown(long malloc, long rss, long anonymous, String... allocators) {
        MallocContext.Growth memory = new MallocContext.Growth(rss * MB, anonymous * MB, List.of(allocators));
        return new MallocContext(100 * MB, (100 + malloc) * MB, memory, List.of());
    }

    /** A full cache that turns over was told as 1,702 MB a minute, first of all. */
    @Test
    void theNetGrowthIsTheHeadline() {
        MallocContext full = grown(0, 1, 1);
        String report = ReportText.of(MallocReport.of(profile(850), full, 10, false), Scale.MB);

        assertThat(report)
                .startsWith("Net growth in 30 s: malloc's blocks in use +0 B, +0 B/min; RSS +1 MB; anonymous memory +1 "
                        + "MB.\n")
                .contains("\n\nMalloced in 30 s");
        assertThat(ProfileFindings.of(profile(850), full).get(0))
                .startsWith("UNKNOWN libtaking.so: ")
                .doesNotContain("/min");
        assertThat(ProfileFindings.of(profile(20), grown(20, 20, 20)).get(0))
                .startsWith("GROWING libtaking.so: ")
                .contains("40 MB/min");
    }

    /** It was told that no library took more than chance explains, while 75 MB leaked. */
    @Test
    void whatWasNotWatchedIsTold() {
        List<String> findings = ProfileFindings.of(profile(0.01), grown(1, 78, 76, "libjemalloc.so"));

        assertThat(findings)
                .last()
                .asString()
                .startsWith("UNKNOWN owner of 75 MB of new anonymous memory: the Java heap, a mapping,"
                        + " or an allocator that "
                        + "was not watched. These have an allocator of their own: libjemalloc.so.")
                .contains("-Dorg.lwjgl.system.allocator=system");
        assertThat(ProfileFindings.of(profile(20), grown(20, 24, 22, "libjemalloc.so")))
                .noneMatch(finding -> finding.contains("not watched"));
        assertThat(ProfileFindings.of(profile(0.01), grown(0, 78, 76)).get(1)).doesNotContain("LWJGL", "of their own");
    }

    @Test
    void whatIsNotKnownIsLeftOut() {
        assertThat(ProfileFindings.netGrowth(profile(1), MallocContext.NONE)).isEmpty();
        assertThat(ProfileFindings.netGrowth(profile(1), new MallocContext(4 * MB, 2 * MB, List.of())))
                .isEqualTo("Net growth in 30 s: malloc's blocks in use -2 MB, -4 MB/min.");
    }
}
