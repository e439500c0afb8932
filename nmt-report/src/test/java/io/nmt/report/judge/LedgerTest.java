package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.core.model.Scale;
import io.nmt.report.document.LedgerTable;
import io.nmt.report.document.Report;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Component;
import io.nmt.report.model.LedgerLine;
import io.nmt.report.model.LedgerLine.Figure;
import io.nmt.report.model.LedgerLine.Stage;
import io.nmt.report.model.MallocUsage;
import io.nmt.report.reading.Ledger;
import io.nmt.report.render.ReportJson;
import io.nmt.report.render.ReportText;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Limits, requests and pages of one reading beside each other. */
class LedgerTest {
    private static final long MB = 1 << 20;

    private static List<LedgerLine> lines() {
        return Ledger.of(Readings.of(Component.JAVA_HEAP, 300, Component.JAVA_HEAP_AGAIN, 300, Component.CODE_CACHE, 20)
                .line(Category.DIRECT_BUFFER.name(), 485, 90, "")
                .direct(485, 485)
                .directPool(5, 485, 0)
                .heap(512, 120)
                .used(280)
                .atMost()
                .malloc("glibc", new MallocUsage(500 * MB, 60 * MB, -1, List.of()))
                .cgroup(1024, 500, 0, 0)
                .reading());
    }

    private static LedgerLine line(String area) {
        return lines().stream()
                .filter(each -> each.area().equals(area))
                .findFirst()
                .orElseThrow();
    }

    private static Figure exact(long megabytes) {
        return new Figure(megabytes * MB, Accuracy.EXACT);
    }

    /** More is allocated than RSS has, since most of it was never touched. */
    @Test
    void allocatedBesideResident() {
        assertThat(line("Java code, tracked").figures())
                .containsEntry(Stage.ALLOCATED, exact(485))
                .containsEntry(Stage.RESIDENT, exact(90));
        assertThat(line("RSS").figures())
                .containsEntry(Stage.LIMIT, exact(1024))
                .containsKey(Stage.RESIDENT);
    }

    @Test
    void theHeapWithItsCertainty() {
        assertThat(line("Java heap").figures())
                .containsEntry(Stage.LIMIT, exact(512))
                .containsEntry(Stage.ALLOCATED, exact(280))
                .containsEntry(Stage.LIVE, new Figure(120 * MB, Accuracy.BOUNDED))
                .containsEntry(Stage.RESIDENT, exact(300));
    }

    @Test
    void mallocRetains() {
        assertThat(line("malloc").figures())
                .containsEntry(Stage.ALLOCATED, exact(500))
                .containsEntry(Stage.RETAINED, exact(60))
                .doesNotContainKey(Stage.RESIDENT);
    }

    @Test
    void whatIsUnknownIsLeftOut() {
        assertThat(Ledger.of(Readings.of(Component.METASPACE, 40).heap(512, 0).reading()).stream()
                        .filter(each -> each.area().equals("Java heap"))
                        .flatMap(each -> each.figures().keySet().stream()))
                .containsExactly(Stage.LIMIT);
    }

    @Test
    void asTextAndJson() {
        Report report = new Report(LedgerTable.of(lines()), 0);

        assertThat(ReportText.of(report, Scale.MB, ZoneOffset.UTC, 0))
                .contains("Live", "120MB*", "* at most, ~ estimate, the rest exact.");
        assertThat(ReportJson.of(report))
                .contains("\"live\":" + 120 * MB, "\"accuracy\":\"live at most\"", "\"area\":\"RSS\"");
    }
}
