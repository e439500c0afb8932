package io.nmt.agent.pressure;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.Scale;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.document.DetailReport;
import io.nmt.report.document.PoolReport;
import io.nmt.report.document.ResidentReport;
import io.nmt.report.document.SiteReport;
import io.nmt.report.document.TextReport;
import io.nmt.report.judge.Growth;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Times;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.HistoryReport;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/** The report for people, in its two steps. */
final class EvidenceText {
    private static final int TOP_SITES = 10;
    private static final long HOUR_MILLIS = 3600_000;

    private EvidenceText() {}

    /** The rest of what the tracker knows. */
    static String firstStep(Scale scale) {
        return '\n'
                + TextReport.of(NativeMemory.snapshot(), scale) + '\n'
                + SiteReport.of(TrackerReader.owners(), NativeMemory.sampling(), scale, TOP_SITES, true)
                + HandleLines.text()
                + "\nDetails and resident memory follow in a moment. Where nothing does, the process ended before.\n";
    }

    /** What is known of single blocks, of pools, and of the last hour. */
    static String secondStep(Scale scale) {
        return DetailReport.of(NativeMemory.details(), scale) + ofPools(scale) + ofLastHour(scale);
    }

    /** Where resident memory is. */
    static String of(ResidentEvidence resident, Crossing crossing) {
        ResidentMemory memory = resident.memory();
        return memory == null
                ? "\nWhere resident memory is cannot be told now: " + resident.problem() + '\n'
                : "\nRead at " + memory.time().truncatedTo(ChronoUnit.SECONDS)
                        + (crossing.cause() == Cause.CGROUP && resident.cgroupBytes() != ResidentEvidence.UNKNOWN
                                ? ", when the cgroup had " + crossing.scale().format(resident.cgroupBytes()) + " in use"
                                : "")
                        + ":\n"
                        + ResidentReport.text(memory, null, Scale.fitting(memory.rssBytes()))
                        + ResidentReport.text(
                                resident.statements(),
                                new Times(ZoneId.systemDefault(), memory.time().toEpochMilli()));
    }

    /** Who holds the buffers of pools, and what that means, if there are any. */
    private static String ofPools(Scale scale) {
        PoolReading pools = NativeMemory.poolReading();
        return pools.isEmpty() ? "" : '\n' + PoolReport.left(pools, scale, TOP_SITES);
    }

    /** How it came to that, if the history is not off. */
    private static String ofLastHour(Scale scale) {
        HistoryReading reading = lastHour();
        return reading.points().isEmpty()
                ? ""
                : '\n'
                        + HistoryReport.of(
                                reading,
                                Growth.now(reading).statements(),
                                null,
                                bytes -> scale,
                                ZoneId.systemDefault(),
                                TOP_SITES);
    }

    static HistoryReading lastHour() {
        return HistoryReading.left(History.ofProcess(), History.now() - HOUR_MILLIS);
    }
}
