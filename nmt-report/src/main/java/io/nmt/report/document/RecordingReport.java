package io.nmt.report.document;

import io.nmt.core.model.PoolReading;
import io.nmt.core.model.Scale;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.document.Report.Section;
import io.nmt.report.model.Ages;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.RecordedMemory;
import io.nmt.report.model.ResidentFile;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Builds reports on recordings of a process. */
public final class RecordingReport {
    // From the figures of sites, or of resident memory, to the last event of the same emission.
    private static final long NOT_LONG_NANOS = Duration.ofSeconds(2).toNanos();

    private final RecordedMemory memory;
    private final MemoryReading last;
    private final int top;
    private final List<Section> sections = new ArrayList<>();

    private RecordingReport(RecordedMemory memory, int top) {
        this.memory = memory;
        this.last = memory.last();
        this.top = top;
    }

    /**
     * Builds what recordings of a process tell, and what grew.
     *
     * @param memory to be shown
     * @param statements on growth, told first
     * @param top how many call sites
     * @param chunks whether to show who has taken the chunks of pools, in place of who has taken their buffers
     * @return the report
     */
    public static Report of(RecordedMemory memory, List<Statement> statements, int top, boolean chunks) {
        RecordingReport report = new RecordingReport(memory, top);
        report.addFacts(statements);
        report.addSites(chunks ? memory.last().sites() : memory.last().owners());
        report.addScopes();
        report.addPools();
        report.addHandles();
        ResidentMemory resident = memory.last().resident();
        if (resident == null) {
            report.sections.add(new Facts().addNull("residentMemory"));
        } else {
            report.sections.add(new Part("residentMemory", ResidentTables.data(resident)));
            report.addResident(resident);
        }
        report.addResidentTime();
        return new Report(report.sections, memory.end().toEpochMilli());
    }

    private void addFacts(List<Statement> statements) {
        sections.add(new Facts()
                .add("begin", memory.begin())
                .add("end", memory.end())
                .add("cutOff", memory.cutOff())
                .add("completenessKnown", memory.completenessKnown())
                .add("failedEmissions", memory.failedEmissions()));
        sections.add(new Statements(statements));
        sections.add(new Lines((statements.isEmpty() ? "" : "\n").concat(when(memory))));
        sections.add(new Part(
                "last",
                SummaryReport.of(last.snapshot(), memory.completenessKnown()).sections()));
        String failed = memory.failedEmissions() == 0
                ? ""
                : "Not all events could be recorded: " + Scale.group(memory.failedEmissions())
                        + " emissions failed, as where the Java heap is full.\n";
        sections.add(new Lines(
                (memory.completenessKnown() ? "" : "UNKNOWN coverage: the recording has no nmt.NativeMemoryTracking.\n")
                        + failed
                        + (memory.cutOff() ? "The recording could not be read to its end.\n" : "")));
    }

    private static String when(RecordedMemory memory) {
        return "Recorded from " + memory.begin() + " to " + memory.end() + " ("
                + Ages.format(Duration.between(memory.begin(), memory.end()).toNanos()) + ")\n";
    }

    /**
     * Builds where resident memory was, and what grew.
     *
     * @param memory to be shown
     * @param files that were mapped; may be empty
     * @param statements on it
     * @param notes on it, in words
     * @return the report; programs have nothing of resident memory that was not read
     */
    public static Report resident(
            RecordedMemory memory, List<ResidentFile> files, List<Statement> statements, List<String> notes) {
        RecordingReport report = new RecordingReport(memory, 0);
        report.sections.add(new Statements(statements));
        report.sections.add(new Lines((statements.isEmpty() ? "" : "\n").concat(when(memory))));
        ResidentMemory resident = memory.last().resident();
        if (resident != null) {
            report.sections.addAll(ResidentTables.data(resident));
            report.sections.add(ResidentTables.verdicts(statements));
            report.addResident(resident);
            boolean fromStart = memory.last().snapshot().coverage().fromStart();
            report.sections.addAll(ResidentTables.files(files, fromStart));
        }
        report.addResidentTime();
        report.sections.add(new Facts().add("notes", notes));
        notes.forEach(note -> report.sections.add(new Lines(note.concat("\n"))));
        return new Report(report.sections, memory.end().toEpochMilli());
    }

    private void addResident(ResidentMemory resident) {
        sections.addAll(ResidentReport.lines(
                "Resident memory of the process, as of " + resident.time(), resident, null, false));
    }

    private void addResidentTime() {
        StringBuilder text = new StringBuilder();
        appendResidentTime(text, "The recording", memory);
        sections.add(new Lines(text.toString()));
    }

    private void addPools() {
        PoolReading reading = last.pools();
        if (reading == null) {
            return;
        }
        sections.add(new Facts().add("poolsTime", reading.time()));
        List<Section> pools = new ArrayList<>(PoolReport.of(reading, top, false).sections());
        if (reading.isEmpty()) {
            pools.removeIf(Lines.class::isInstance);
        }
        sections.add(new Part("pools", pools));
        if (reading.isEmpty()) {
            return;
        }
        StringBuilder text = new StringBuilder();
        append(text, "Pools are", reading.time(), memory.end());
        sections.add(new Lines(text.toString()));
    }

    private void addHandles() {
        sections.add(new Facts()
                .add("handlesTime", memory.handlesTime())
                .add("handleClassCount", last.handles().size()));
        sections.add(HandleReport.data(last.handles(), top));
        if (!last.handles().isEmpty()) {
            StringBuilder text = new StringBuilder("Each class has its call site with the most objects not closed.\n");
            appendHandlesTime(text, "Native handles", memory);
            sections.add(
                    new Part("", HandleReport.of(last.handles(), top, false, 0).sections()));
            sections.add(new Lines(text.toString()));
        }
    }

    private void addSites(List<SiteUsage> sites) {
        sections.add(new Facts()
                .add("sitesFromSamples", memory.sitesFromSamples())
                .add("sitesTime", memory.sitesTime())
                .add("siteCount", sites.size()));
        sections.add(SiteReport.table(sites, top, memory.sitesFromSamples()));
        if (sites.isEmpty()) {
            sections.add(
                    new Lines("\nNo call sites are recorded: no live sample, sample=0, or no nmt.NativeMemorySite.\n"));
            return;
        }
        StringBuilder text =
                new StringBuilder("Estimates from samples, exact where ± is 0. ".concat(SampleNotes.ERROR));
        appendSitesTime(text, "Call sites", memory);
        if (memory.sitesFromSamples()) {
            text.append("They are sums of the samples of this recording: older blocks are not included.\n");
        }
        sections.add(new Lines(text.toString()));
    }

    private void addScopes() {
        if (!last.scopes().isEmpty()) {
            sections.add(ScopeReport.table(last.scopes(), top));
        }
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
