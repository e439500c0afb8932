package io.nmt.report.document;

import io.nmt.core.model.PoolReading;
import io.nmt.core.model.Scale;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Component;
import io.nmt.report.model.RecordedMemory;
import io.nmt.report.model.ResidentFile;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.LongFunction;

/** Recordings, as tables for people. */
public final class RecordingReport {
    // From the figures of sites, or of resident memory, to the last event of the same emission.
    private static final long NOT_LONG_NANOS = Duration.ofSeconds(2).toNanos();

    private RecordingReport() {}

    /**
     * Writes what recordings of a process tell.
     *
     * @param memory to be shown
     * @param scale the unit for figures up to a number of bytes
     * @param top how many call sites
     * @return lines, each ended by a line feed
     */
    public static String of(RecordedMemory memory, LongFunction<Scale> scale, int top) {
        return of(memory, scale, top, false);
    }

    /**
     * Writes what recordings of a process tell.
     *
     * @param memory to be shown
     * @param scale the unit for figures up to a number of bytes
     * @param top how many call sites
     * @param chunks whether to show who has taken the chunks of pools, in place of who has taken their buffers
     * @return lines, each ended by a line feed
     */
    public static String of(RecordedMemory memory, LongFunction<Scale> scale, int top, boolean chunks) {
        return of(memory, List.of(), scale, top, chunks);
    }

    /**
     * Writes what recordings of a process tell, and what grew.
     *
     * @param memory to be shown
     * @param growth sentences on it, told first
     * @param scale the unit for figures up to a number of bytes
     * @param top how many call sites
     * @param chunks whether to show who has taken the chunks of pools, in place of who has taken their buffers
     * @return lines, each ended by a line feed
     */
    public static String of(
            RecordedMemory memory, List<String> growth, LongFunction<Scale> scale, int top, boolean chunks) {
        Scale unit = scale.apply(memory.last().snapshot().total().committed());
        StringBuilder text = new StringBuilder(when(memory)).append('\n');
        growth.forEach(statement -> text.append(statement).append('\n'));
        text.append(growth.isEmpty() ? "" : "\n")
                .append(ReportText.of(SummaryReport.of(memory.last().snapshot(), memory.completenessKnown()), unit));
        if (!memory.completenessKnown()) {
            text.append("UNKNOWN coverage: the recording has no nmt.NativeMemoryTracking.\n");
        }
        if (memory.failedEmissions() > 0) {
            text.append("Not all events could be recorded: ")
                    .append(Scale.group(memory.failedEmissions()))
                    .append(" emissions failed, as where the Java heap is full.\n");
        }
        if (memory.cutOff()) {
            text.append("The recording could not be read to its end.\n");
        }
        appendSites(text, memory, chunks ? memory.last().sites() : memory.last().owners(), unit, top);
        appendPools(text, memory, scale, top);
        if (!memory.last().handles().isEmpty()) {
            text.append('\n').append(ReportText.of(HandleReport.of(memory.last().handles(), top, false, 0), unit));
            text.append("Each class has its call site with the most open objects.\n");
            appendHandlesTime(text, "Native handles", memory);
        }
        appendResident(text, memory.last().resident(), scale);
        appendResidentTime(text, "The recording", memory);
        return text.toString();
    }

    private static String when(RecordedMemory memory) {
        return "Recorded from " + memory.begin() + " to " + memory.end() + " ("
                + Ages.format(Duration.between(memory.begin(), memory.end()).toNanos()) + ")\n";
    }

    /**
     * Writes where resident memory was, and what grew.
     *
     * @param memory to be shown
     * @param files that were mapped; may be empty
     * @param growth sentences on it
     * @param scale the unit for figures up to a number of bytes
     * @return lines, each ended by a line feed
     */
    public static String resident(
            RecordedMemory memory, List<ResidentFile> files, List<String> growth, LongFunction<Scale> scale) {
        StringBuilder text = new StringBuilder(when(memory)).append('\n');
        growth.forEach(statement -> text.append(statement).append('\n'));
        appendResident(text, memory.last().resident(), scale);
        if (!files.isEmpty()) {
            boolean fromStart = memory.last().snapshot().coverage().fromStart();
            long rssBytes = memory.last().resident().rssBytes();
            text.append(ResidentReport.files(files, fromStart, scale.apply(rssBytes)));
        }
        appendResidentTime(text, "The recording", memory);
        return text.toString();
    }

    private static void appendPools(StringBuilder text, RecordedMemory memory, LongFunction<Scale> scale, int top) {
        PoolReading reading = memory.last().pools();
        if (reading == null || reading.isEmpty()) {
            return;
        }
        text.append('\n')
                .append(ReportText.of(PoolReport.of(reading, top, false), scale.apply(reading.largestBytes())));
        append(text, "Pools are", reading.time(), memory.end());
    }

    private static void appendSites(
            StringBuilder text, RecordedMemory memory, List<SiteUsage> sites, Scale scale, int top) {
        if (sites.isEmpty()) {
            text.append("\nNo call sites are recorded: no live sample, sample=0, or no nmt.NativeMemorySite.\n");
            return;
        }
        Table table = SiteReport.table(sites, top, memory.sitesFromSamples());
        text.append('\n').append(ReportText.of(List.of(table), scale));
        text.append("Estimates from samples, exact where ± is 0. ± is one standard error.\n");
        appendSitesTime(text, "Call sites", memory);
        if (memory.sitesFromSamples()) {
            text.append("They are sums of the samples of this recording: older blocks are not included.\n");
        }
    }

    private static void appendResident(StringBuilder text, ResidentMemory resident, LongFunction<Scale> scale) {
        if (resident == null) {
            return;
        }
        Scale unit = scale.apply(resident.rssBytes());
        String title = "Resident memory of the process, as of " + resident.time();
        if (!resident.isRecorded()) {
            text.append('\n').append(ResidentReport.text(title, resident, unit));
            return;
        }
        text.append('\n').append(title).append(TableTitle.inBytes(unit));
        TextTable table = TextTable.ofFigures("Component", "Reserved", "Committed", "Resident", "Is");
        for (ResidentLine line : resident.lines()) {
            table.add(
                    line.component(),
                    line.reservedBytes() == 0 ? "" : unit.format(line.reservedBytes()),
                    line.committedBytes() == 0 ? "" : unit.format(line.committedBytes()),
                    unit.format(line.residentBytes()),
                    line.accuracy().label());
        }
        table.addTotal(Component.RSS, "", "", unit.format(resident.rssBytes()), "exact");
        table.appendTo(text);
    }

    /** Says of call sites that are older than the other figures as of when they are. */
    static void appendSitesTime(StringBuilder text, String what, RecordedMemory memory) {
        append(text, what + " are", memory.sitesTime(), memory.end());
    }

    /** Says so of native handles. */
    static void appendHandlesTime(StringBuilder text, String what, RecordedMemory memory) {
        append(text, what + " are", memory.handlesTime(), memory.end());
    }

    /** Says so of resident memory, and, too, where it is not recorded at all. */
    static void appendResidentTime(StringBuilder text, String recording, RecordedMemory memory) {
        ResidentMemory resident = memory.last().resident();
        if (resident == null) {
            text.append('\n')
                    .append(recording)
                    .append(" has no reading of resident memory. The end of a recording has one, on Linux, unless the "
                            + "process is killed.\n");
        } else {
            append(text, recording + "'s reading of resident memory is", resident.time(), memory.end());
        }
    }

    private static void append(StringBuilder text, String what, Instant time, Instant end) {
        long lateNanos = Duration.between(time, end).toNanos();
        if (lateNanos > NOT_LONG_NANOS) {
            text.append(what).append(" as of ").append(time).append(", ");
            text.append(Ages.format(lateNanos))
                    .append(" before the end of the recording. It lacks newer figures, as after a kill.\n");
        }
    }
}
