package io.nmt.report.document;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Details;
import io.nmt.core.model.NotTracked;
import io.nmt.core.model.Pool;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Snapshot;
import io.nmt.report.document.Report.Section;
import java.util.ArrayList;
import java.util.List;

/** Builds the report on categories of native memory. */
public final class SummaryReport {
    // sun.nio.fs.NativeBuffers keeps three for the main thread, and a jar that is open at start a few zlib streams.
    private static final long OF_JDK_BEFORE_AGENT = 8;

    private static final String TITLE = "Native memory outside the Java heap";

    private SummaryReport() {}

    /**
     * Builds the report of a snapshot.
     *
     * @param snapshot to be shown
     * @return the report
     */
    public static Report of(Snapshot snapshot) {
        return of(snapshot, true);
    }

    /**
     * Builds the report of a snapshot, with pools for programs.
     *
     * @param snapshot to be shown
     * @param pools of which programs read nothing if there are none
     * @return the report
     */
    public static Report of(Snapshot snapshot, List<Pool> pools) {
        return pools.isEmpty() ? of(snapshot) : of(snapshot).with(PoolReport.data(pools));
    }

    /**
     * Builds the report of a snapshot and of single blocks.
     *
     * @param snapshot to be shown
     * @param details what is known of single blocks
     * @param top how many rows of each list people see
     * @return the report
     */
    public static Report of(Snapshot snapshot, Details details, int top) {
        Report report = of(snapshot, details.pools());
        for (Section section : DetailReport.of(details, top).sections()) {
            report = report.with(section);
        }
        return report;
    }

    /**
     * Builds the report of a snapshot.
     *
     * @param complete whether it says what could not be tracked; if not, people read nothing of that
     */
    static Report of(Snapshot snapshot, boolean complete) {
        List<Section> sections = new ArrayList<>();
        sections.add(new Facts().add("time", snapshot.time()));
        boolean reservedDiffers = false;
        for (CategoryUsage usage : snapshot.categories()) {
            reservedDiffers |= differs(usage);
        }
        Table table = new Table("categories", TITLE, columns(reservedDiffers));
        for (CategoryUsage usage : snapshot.categories()) {
            table.add(row(usage, usage.category()));
        }
        boolean isTotalKnown = !(isUnread(snapshot)
                && snapshot.categories().isEmpty()
                && snapshot.total().peakCommitted() == 0);
        sections.add(isTotalKnown ? table.total(row(snapshot.total(), null).toArray()) : table);
        sections.add(facts(snapshot));
        String trackedSince = TrackedSince.lines(snapshot.coverage(), snapshot.time());
        if (complete) {
            addExactness(sections, snapshot, trackedSince);
        } else {
            sections.add(new Lines(trackedSince));
        }
        sections.add(new Lines(categoryNotes(snapshot).concat(complete ? completeness(snapshot) : "")));
        return new Report(sections);
    }

    private static boolean differs(CategoryUsage usage) {
        return usage.reserved() != usage.committed() || usage.peakReserved() != usage.peakCommitted();
    }

    private static List<Column> columns(boolean reserved) {
        return List.of(
                new Column("", "Category", Column.Kind.LABEL),
                Column.data("type"),
                Column.bytes("committed", reserved ? "Committed" : "Current"),
                Column.bytes("reserved", reserved ? "Reserved" : ""),
                Column.count("count", "Count"),
                Column.bytes("peakCommitted", reserved ? "Peak committed" : "Peak"),
                Column.bytes("peakReserved", reserved ? "Peak reserved" : ""),
                Column.count("countAtPeak", "Count at peak"),
                Column.data("estimate"));
    }

    private static List<Object> row(CategoryUsage usage, String type) {
        return Table.row(
                usage.category(),
                type,
                usage.committed(),
                usage.reserved(),
                usage.count(),
                usage.peakCommitted(),
                usage.peakReserved(),
                usage.countAtPeak(),
                (type != null && usage.isEstimate()) ? true : null);
    }

    private static Facts facts(Snapshot snapshot) {
        return new Facts()
                .add("exactPeaks", snapshot.exactPeaks())
                .add("untrackedBlocks", snapshot.untrackedBlocks())
                .add("unknownFrees", snapshot.unknownFrees())
                .add("overheadBytes", snapshot.overheadBytes())
                .add("freedElsewhere", snapshot.freedElsewhere())
                .add("trackedFromStart", snapshot.coverage().fromStart())
                .addAll(CoverageLines.facts(snapshot.coverage()))
                .add("tableLimitBytes", snapshot.tableLimitBytes() > 0 ? snapshot.tableLimitBytes() : null)
                .add(
                        "mallocInUseBytes",
                        snapshot.mallocInUseBytes() == Snapshot.UNKNOWN ? null : snapshot.mallocInUseBytes());
    }

    private static void addExactness(List<Section> sections, Snapshot snapshot, String trackedSince) {
        boolean disproved = snapshot.mallocInUseBytes() != Snapshot.UNKNOWN;
        boolean elsewhere = isFreedElsewhere(snapshot);
        if (disproved) {
            sections.add(Lines.of(
                    trackedSince,
                    "Current figures: at most: malloc has only ",
                    snapshot.mallocInUseBytes(),
                    " in use.\n"));
        } else {
            sections.add(new Lines(trackedSince + "Current figures: " + certainty(snapshot, elsewhere)
                    + (trackedSince.isEmpty() ? "" : ", for blocks since then")
                    + " (while threads are busy, low by a moment's allocations).\n"));
        }
        if (elsewhere) {
            sections.add(new Lines("Freed elsewhere: " + Scale.group(snapshot.freedElsewhere())
                    + " blocks by native code, seen by their reused addresses."
                    + (disproved ? " Others stay in the figures.\n" : " Others may stay in the figures.\n")));
        }
    }

    private static String certainty(Snapshot snapshot, boolean elsewhere) {
        if (isUnread(snapshot)) {
            return "unknown where events are not read (see below), else exact";
        }
        boolean lost = false;
        boolean partial = false;
        for (NotTracked one : snapshot.coverage().notTracked()) {
            lost |= one.lostHooks();
            partial |= !one.lostHooks() && one.lacksBytes();
        }
        String but = (elsewhere ? " and for what native code frees" : "")
                .concat(snapshot.untrackedBlocks() == 0 ? "" : " and for untracked blocks")
                .concat(partial ? " and for what is not tracked" : "");
        return (lost ? "unknown where hooks were missing (see below), else exact" : "exact")
                .concat(but.isEmpty() ? "" : " but".concat(but.substring(" and".length())));
    }

    private static boolean isUnread(Snapshot snapshot) {
        return snapshot.coverage().isUnread("nmt.NativeMemoryUsage")
                || snapshot.coverage().isUnread("nmt.NativeMemoryUsageTotal");
    }

    /** Tracked from its start, a process has few: the JDK frees buffers of the main thread when that ends. */
    private static String unknownFrees(Snapshot snapshot) {
        if (snapshot.unknownFrees() == 0) {
            return "";
        }
        if (!snapshot.coverage().fromStart()) {
            return " (NORMAL: of blocks from before the agent's start)";
        }
        return snapshot.unknownFrees() <= OF_JDK_BEFORE_AGENT
                ? " (of native code, or of the JDK before the agent's start)"
                : " (of native code, or untracked; a few of the JDK before the agent's start)";
    }

    private static String categoryNotes(Snapshot snapshot) {
        StringBuilder text = new StringBuilder();
        for (CategoryUsage usage : snapshot.categories()) {
            if (usage.isEstimate()) {
                text.append(SafeText.name(usage.category())).append(": an estimate, within 15 %, also in the total.\n");
            }
        }
        snapshot.coverage()
                .sentences()
                .forEach(sentence -> text.append(sentence).append('\n'));
        return text.toString();
    }

    /** Tells whether native code freed blocks: figures have these for a while, and peaks for ever. */
    private static boolean isFreedElsewhere(Snapshot snapshot) {
        return snapshot.mallocInUseBytes() != Snapshot.UNKNOWN || snapshot.freedElsewhere() > 0;
    }

    private static String peaks(boolean exact, boolean elsewhere) {
        if (exact) {
            return elsewhere ? "Peaks: at most: high by what native code freed.\n" : "Peaks: exact.\n";
        }
        return (elsewhere ? "Peaks: estimates: high by what native code freed. Low" : "Peaks: at least. Low")
                + " by at most 1 %, or 64 KB per thread that was active since the last look.\n";
    }

    private static String completeness(Snapshot snapshot) {
        StringBuilder text = new StringBuilder();
        text.append(peaks(snapshot.exactPeaks(), isFreedElsewhere(snapshot)));
        if (snapshot.tableLimitBytes() > 0) {
            text.append("The table of live blocks is full: its limit is ")
                    .append(Amounts.format(snapshot.tableLimitBytes()))
                    .append(", an eighth of the heap's limit (-Xmx). Blocks beyond that are untracked.\n");
        }
        text.append("Untracked blocks: ")
                .append(Scale.group(snapshot.untrackedBlocks()))
                .append(". Unknown frees: ")
                .append(Scale.group(snapshot.unknownFrees()))
                .append(unknownFrees(snapshot))
                .append(".\n");
        text.append("Tracking itself: ")
                .append(Amounts.format(snapshot.overheadBytes()))
                .append(" of Java heap.\n");
        return text.toString();
    }
}
