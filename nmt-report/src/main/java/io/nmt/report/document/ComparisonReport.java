package io.nmt.report.document;

import io.nmt.core.model.Scale;
import io.nmt.core.model.Snapshot;
import io.nmt.report.document.Report.Section;
import io.nmt.report.model.Ages;
import io.nmt.report.model.RecordedMemory;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds reports on the differences of two readings: of two moments of a process, with the figures of now; of two
 * recordings, A and B.
 */
public final class ComparisonReport {
    private final Comparison comparison;
    private final ChangeTables tables;
    private final List<Section> sections = new ArrayList<>();

    private ComparisonReport(Comparison comparison, boolean ofMoments, int top) {
        this.comparison = comparison;
        this.tables = new ChangeTables(comparison, ofMoments, top);
    }

    /**
     * Builds what has changed since a moment.
     *
     * @param comparison of that moment and now
     * @param ageNanos how long ago that moment is
     * @param top how many call sites
     * @return the report
     */
    public static Report ofMoments(Comparison comparison, long ageNanos, int top) {
        ComparisonReport report = new ComparisonReport(comparison, true, top);
        Snapshot before = comparison.before().snapshot();
        Snapshot now = comparison.after().snapshot();
        report.addCategories("Native memory outside the Java heap, and its change since the baseline of "
                + before.time().truncatedTo(ChronoUnit.SECONDS) + " (" + Ages.format(ageNanos) + " ago)");
        report.add(CoverageLines.of(now.coverage(), now.time()));
        report.sections.add(report.tables.sites("Call sites that changed, estimates"));
        report.add(
                comparison.sites(),
                "The true change is within three ± in 99 of 100 cases. Where ± is 0, it is exact.\n");
        report.sections.add(report.tables.handles("Native handles that changed"));
        report.sections.add(report.tables.resident("Resident memory of the process that changed"));
        ResidentMemory resident = comparison.after().resident();
        if (comparison.isResidentKnown()) {
            long more =
                    (long) resident.threads() - comparison.before().resident().threads();
            report.add("Threads: " + Scale.group(resident.threads())
                    + (more == 0 ? ".\n" : " (" + Scale.B.formatChange(more) + ").\n"));
        } else if (resident != null || comparison.before().resident() != null) {
            report.add("\nUNKNOWN resident memory: not read at the baseline, or not now.\n");
        }
        return report.built();
    }

    /**
     * Builds what differs between two recordings, without statements.
     *
     * @param comparison of their ends
     * @param fileA name of the first
     * @param earlier the first
     * @param fileB name of the second
     * @param later the second
     * @param top how many call sites
     * @return the report
     */
    public static Report ofRecordings(
            Comparison comparison, String fileA, RecordedMemory earlier, String fileB, RecordedMemory later, int top) {
        return ofRecordings(comparison, fileA, earlier, fileB, later, List.of(), gone(List.of(), false), top);
    }

    /**
     * Builds what differs between two recordings.
     *
     * @param comparison of their ends
     * @param fileA name of the first
     * @param earlier the first
     * @param fileB name of the second
     * @param later the second
     * @param statements on the second, and on their difference; told first
     * @param gone of the first, as {@link #gone} builds it
     * @param top how many call sites
     * @return the report
     */
    public static Report ofRecordings(
            Comparison comparison,
            String fileA,
            RecordedMemory earlier,
            String fileB,
            RecordedMemory later,
            List<Statement> statements,
            Part gone,
            int top) {
        ComparisonReport report = new ComparisonReport(comparison, false, top);
        if (!statements.isEmpty()) {
            report.add("B at its end:\n");
            report.sections.add(new Statements(statements));
            report.add("\n");
        }
        if (!gone.sections().isEmpty()) {
            report.sections.add(gone);
        }
        report.add("A: " + named(fileA, earlier) + "\nB: " + named(fileB, later) + "\n"
                + (later.end().isBefore(earlier.end())
                        ? "A was recorded after B: growth is shown as shrinkage.\n"
                        : ""));
        report.addCategories("Native memory outside the Java heap");
        StringBuilder notes = new StringBuilder();
        appendNotTracked(notes, "A: ", comparison.before().snapshot());
        appendNotTracked(notes, "B: ", comparison.after().snapshot());
        report.take(notes);
        if (report.isUnread("nmt.NativeMemorySite")) {
            report.add("\nUNKNOWN change of call sites: a recording's events are not read, see above.\n");
        } else {
            report.addSites();
        }
        RecordingReport.appendSitesTime(notes, "A's call sites", earlier);
        RecordingReport.appendSitesTime(notes, "B's call sites", later);
        report.take(notes);
        report.sections.add(report.tables.handles("Native handles, the most grown first"));
        report.add(
                comparison.handles(),
                "The true change is within three ± in 99 of 100 cases. Where ± is 0, it is exact. A class"
                        + " that a recording lacks has 0: "
                        + "not loaded, or not counted.\n");
        RecordingReport.appendHandlesTime(notes, "A's native handles", earlier);
        RecordingReport.appendHandlesTime(notes, "B's native handles", later);
        report.take(notes);
        report.sections.add(
                report.tables.resident("Resident memory of the process, the most grown first, then the most shrunk"));
        RecordingReport.appendResidentTime(notes, "A", earlier);
        RecordingReport.appendResidentTime(notes, "B", later);
        report.take(notes);
        return new Report(report.sections, later.end().toEpochMilli());
    }

    /**
     * Builds the part on what leaked or grew in the first recording alone.
     *
     * @param gone as the first had it at its end
     * @param isUnknown whether the second does not tell what grows
     * @return no sections if there is nothing
     */
    public static Part gone(List<Statement> gone, boolean isUnknown) {
        return new Part(
                "gone",
                gone.isEmpty()
                        ? List.of()
                        : List.of(
                                new Lines(
                                        isUnknown
                                                ? "A at its end. Growth in B is unknown:\n"
                                                : "LEAK or GROWING in A, neither in B. A at its end:\n"),
                                new Statements(gone),
                                new Lines("\n")));
    }

    /** The file, and how much time its figures are of: what grows has grown less in a shorter one. */
    private static String named(String file, RecordedMemory memory) {
        long nanos = Duration.between(memory.begin(), memory.end()).toNanos();
        return SafeText.name(file) + (nanos > 0 ? " (" + Ages.format(nanos) + ")" : "");
    }

    private void addSites() {
        sections.add(tables.sites("Call sites, the most grown first, then the most shrunk"));
        add(
                comparison.sites(),
                "Estimates from samples, exact where ± is 0. ±: at most the standard error of the change."
                        + " Sites match by category"
                        + (comparison.isByApplication()
                                ? " and the application's frames, without line numbers: the JDK's frames differ.\n"
                                : " and call stack, without line numbers.\n"));
    }

    private static void appendNotTracked(StringBuilder text, String file, Snapshot snapshot) {
        for (String sentence : snapshot.coverage().sentencesOfBytes()) {
            text.append(file).append(sentence).append('\n');
        }
    }

    private void add(String text) {
        sections.add(new Lines(text));
    }

    /** Adds a note on a list, unless that is empty. */
    private void add(List<?> list, String note) {
        add(list.isEmpty() ? "" : note);
    }

    private void take(StringBuilder text) {
        add(text.toString());
        text.setLength(0);
    }

    private Report built() {
        return new Report(sections);
    }

    private boolean isUnread(String event) {
        return comparison.before().snapshot().coverage().isUnread(event)
                || comparison.after().snapshot().coverage().isUnread(event);
    }

    private void addCategories(String title) {
        sections.add(new Facts()
                .add("beforeTime", comparison.before().snapshot().time())
                .add("afterTime", comparison.after().snapshot().time())
                .addAll(CoverageLines.facts(comparison.after().snapshot().coverage())));
        if (isUnread("nmt.NativeMemoryUsage") || isUnread("nmt.NativeMemoryUsageTotal")) {
            add("\nUNKNOWN change of native memory: a recording's events are not read, see below.\n");
        } else {
            sections.add(tables.categories(title));
        }
    }
}
