package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Coverage;
import io.nmt.core.model.Unreachable;
import io.nmt.core.model.Unreachable.Freed;
import io.nmt.report.model.Unloaded;
import io.nmt.report.render.ReportText;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The report on a full collection says what it freed, and what to ask next. */
class UnreachableReportTest {
    private static final Unreachable NOTHING = new Unreachable(List.of(), 0, 0, 0, true, true);
    private static final String NEXT = "Growth that survived may be a leak. Next: 'nmt explain PID'\n";

    private static String text(Unreachable unreachable, Unloaded unloaded) {
        return ReportText.of(
                UnreachableReport.of(unreachable, unloaded, new Coverage(true, null, List.of()), Instant.EPOCH), null);
    }

    @Test
    void classLoadersAreFreedWithoutNativeMemory() {
        assertThat(text(NOTHING, new Unloaded(1_500, 500, 5 << 20, 41 << 20)))
                .isEqualTo("NORMAL: no native memory was unreachable.\n"
                        + "The collection unloaded 1,500 classes, with at least 500 class loaders and 5 MB"
                        + " of metaspace. It freed at least 41 MB of the Java heap.\n" + NEXT);
    }

    @Test
    void nothingIsFreed() {
        assertThat(text(NOTHING, new Unloaded(0, 0, 0, 0)))
                .isEqualTo("NORMAL: no native memory was unreachable.\nThe collection unloaded no class.\n" + NEXT);
        assertThat(text(NOTHING, new Unloaded(-1, -1, -1, 0)))
                .isEqualTo("NORMAL: no native memory was unreachable.\n" + NEXT);
    }

    @Test
    void nativeMemoryIsFreed() {
        Unreachable freed =
                new Unreachable(List.of(new Freed("Direct Buffer", 3 << 20, 30)), 3 << 20, 30, 0, true, true);
        assertThat(text(freed, new Unloaded(1, 1, 2 << 10, 0)))
                .startsWith("A full collection freed 3 MB of native memory, in 30 blocks.\n"
                        + "The collection unloaded 1 class, with at least 1 class loader and 2 KB of metaspace.\n"
                        + NEXT)
                .contains("Direct Buffer");
    }
}
