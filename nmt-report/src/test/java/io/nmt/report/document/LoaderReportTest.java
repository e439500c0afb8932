package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.LoaderReading;
import io.nmt.report.render.ReportText;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Commands in reports on class loaders. */
class LoaderReportTest {
    @Test
    void onlyAReportOnAJvmThatRunsHasACommandForIt() {
        Report recorded = LoaderReport.of(LoaderReading.NONE, List.of(), 0, 10, false);

        assertThat(ReportText.of(recorded, null)).contains("Hidden: ").doesNotContain("jcmd");
        assertThat(ReportText.of(recorded.with(LoaderReport.PATH), null)).contains("'jcmd PID GC.heap_dump FILE'");
    }
}
