package io.nmt.agent.pressure;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.PoolReading;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.document.Amounts;
import io.nmt.report.document.DetailReport;
import io.nmt.report.document.PoolReport;
import io.nmt.report.document.ResidentReport;
import io.nmt.report.document.SiteReport;
import io.nmt.report.document.StatementText;
import io.nmt.report.document.SummaryReport;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.HistoryReport;
import io.nmt.report.render.ReportText;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** The report for people, in its two steps. */
final class EvidenceText {
    private static final int TOP_SITES = 10;

    private EvidenceText() {}

    /** The rest of what the tracker knows. */
    static String firstStep() {
        return '\n'
                + ReportText.of(SummaryReport.of(NativeMemory.snapshot()), null) + '\n'
                + ReportText.of(SiteReport.of(TrackerReader.owners(), NativeMemory.sampling(), TOP_SITES, true), null)
                + HandleLines.text()
                + "\nDetails and resident memory follow in a moment. Where nothing does, the process ended before.\n";
    }

    /** The parts of the report on growth, on single blocks, on pools, and on the last hour. */
    static String secondStep(GrowthEvidence growth) {
        return of(growth.statements(), growth.history().endMillis())
                + ofDetails()
                + ofPools()
                + ofLastHour(growth.lastHour());
    }

    /** The statements on growth. */
    static String of(List<Statement> statements, long endMillis) {
        return "\nGrowth (times are UTC)\n" + lines(statements, endMillis);
    }

    private static String lines(List<Statement> statements, long endMillis) {
        return String.join("\n", StatementText.of(statements, new Times(ZoneOffset.UTC, endMillis))) + '\n';
    }

    /** The parts of resident memory. */
    static String of(ResidentEvidence resident, Crossing crossing) {
        ResidentMemory memory = resident.memory();
        return memory == null
                ? "\nUNKNOWN resident memory: " + resident.problem() + '\n'
                : "\nRead at " + memory.time().truncatedTo(ChronoUnit.SECONDS)
                        + (crossing.cause().isOfCgroup() && resident.cgroupBytes() != ResidentEvidence.UNKNOWN
                                ? ", when the cgroup had " + Amounts.format(resident.cgroupBytes()) + " in use"
                                : "")
                        + ":\n"
                        + ReportText.of(ResidentReport.of(memory), null)
                        + "\nFindings\n"
                        + lines(resident.statements(), memory.time().toEpochMilli());
    }

    /** Single blocks, if there are any to tell of. */
    private static String ofDetails() {
        String details = ReportText.of(DetailReport.of(NativeMemory.details(), TOP_SITES), null);
        return details.isEmpty() ? "" : '\n' + details;
    }

    /** The owners of pools' buffers, with statements, if there are any. */
    private static String ofPools() {
        PoolReading pools = NativeMemory.poolReading();
        return pools.isEmpty() ? "" : '\n' + ReportText.of(PoolReport.left(pools, TOP_SITES), null);
    }

    /** The course of the last hour, if the history is not off. */
    private static String ofLastHour(HistoryReading reading) {
        return reading.points().isEmpty() ? "" : '\n' + ReportText.of(HistoryReport.course(reading), null);
    }
}
