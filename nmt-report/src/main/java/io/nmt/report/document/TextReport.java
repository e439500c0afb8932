package io.nmt.report.document;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.NotTracked;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Snapshot;

/** A snapshot as a table for people. */
public final class TextReport {
    // sun.nio.fs.NativeBuffers keeps three for the main thread, and a jar that is open at start a few zlib streams.
    private static final long OF_JDK_BEFORE_AGENT = 8;

    private TextReport() {}

    /**
     * Writes a snapshot as aligned text.
     *
     * @param snapshot to be shown
     * @param scale the unit of all byte figures but the overhead's
     * @return lines, each ended by a line feed
     */
    public static String of(Snapshot snapshot, Scale scale) {
        return of(snapshot, scale, true);
    }

    /**
     * Writes a snapshot.
     *
     * @param complete whether it says what could not be tracked; if not, nothing is said of that
     */
    static String of(Snapshot snapshot, Scale scale, boolean complete) {
        String trackedSince = TrackedSince.lines(snapshot.coverage(), snapshot.time());
        boolean reservedDiffers = false;
        for (CategoryUsage usage : snapshot.categories()) {
            reservedDiffers |= differs(usage);
        }
        TextTable table = TextTable.ofFigures(header(reservedDiffers));
        for (CategoryUsage usage : snapshot.categories()) {
            table.add(row(usage, scale, reservedDiffers));
        }
        table.addTotal(row(snapshot.total(), scale, reservedDiffers));

        StringBuilder text = new StringBuilder("Native memory outside the Java heap");
        if (scale == Scale.B) {
            text.append(", in bytes");
        }
        text.append('\n');
        table.appendTo(text);
        if (complete) {
            appendExactness(text, snapshot, scale, trackedSince);
        } else {
            text.append(trackedSince);
        }
        appendCategoryNotes(text, snapshot);
        if (complete) {
            appendCompleteness(text, snapshot);
        }
        return text.toString();
    }

    private static boolean differs(CategoryUsage usage) {
        return usage.reserved() != usage.committed() || usage.peakReserved() != usage.peakCommitted();
    }

    private static String[] header(boolean reserved) {
        return reserved
                ? new String[] {
                    "Category", "Committed", "Reserved", "Count", "Peak committed", "Peak reserved", "Count at peak"
                }
                : new String[] {"Category", "Current", "Count", "Peak", "Count at peak"};
    }

    private static String[] row(CategoryUsage usage, Scale scale, boolean reserved) {
        String committed = scale.format(usage.committed());
        String count = Scale.group(usage.count());
        String peak = scale.format(usage.peakCommitted());
        String countAtPeak = Scale.group(usage.countAtPeak());
        return reserved
                ? new String[] {
                    usage.category(),
                    committed,
                    scale.format(usage.reserved()),
                    count,
                    peak,
                    scale.format(usage.peakReserved()),
                    countAtPeak
                }
                : new String[] {usage.category(), committed, count, peak, countAtPeak};
    }

    private static void appendExactness(StringBuilder text, Snapshot snapshot, Scale scale, String trackedSince) {
        boolean disproved = snapshot.mallocInUseBytes() != Snapshot.UNKNOWN;
        boolean elsewhere = disproved || snapshot.freedElsewhere() > 0;
        text.append(trackedSince).append("Current figures: ");
        if (disproved) {
            text.append("at most: malloc has only ")
                    .append(Amounts.format(snapshot.mallocInUseBytes(), scale))
                    .append(" in use.\n");
        } else {
            text.append(certainty(snapshot, elsewhere))
                    .append(trackedSince.isEmpty() ? "" : ", for blocks since then")
                    .append(" (while threads are busy, low by a moment's allocations).\n");
        }
        if (elsewhere) {
            text.append("Freed elsewhere: ")
                    .append(Scale.group(snapshot.freedElsewhere()))
                    .append(" blocks by native code, whose addresses came back;")
                    .append(
                            disproved
                                    ? " others are still in the figures.\n"
                                    : " others may still be in the figures.\n");
        }
    }

    private static String certainty(Snapshot snapshot, boolean elsewhere) {
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

    /** Tracked from its start, a process has few: the JDK frees buffers of the main thread when that ends. */
    private static String unknownFrees(Snapshot snapshot) {
        if (snapshot.unknownFrees() == 0) {
            return "";
        }
        if (!snapshot.coverage().fromStart()) {
            return " (NORMAL: of blocks from before the agent's start)";
        }
        return snapshot.unknownFrees() <= OF_JDK_BEFORE_AGENT
                ? " (the JDK's own, from before the agent's start)"
                : " (a few the JDK's own, from before the agent's start; others native or untracked)";
    }

    private static void appendCategoryNotes(StringBuilder text, Snapshot snapshot) {
        for (CategoryUsage usage : snapshot.categories()) {
            if (usage.isEstimate()) {
                text.append(SafeText.name(usage.category())).append(": an estimate, within 15 %, also in the total.\n");
            }
        }
        snapshot.coverage()
                .sentences()
                .forEach(sentence -> text.append(sentence).append('\n'));
    }

    private static void appendCompleteness(StringBuilder text, Snapshot snapshot) {
        if (snapshot.exactPeaks()) {
            text.append("Peaks: exact.\n");
        } else {
            text.append(
                    "Peaks: at least. Low by at most 1 %, or 64 KB per thread that was active since the last look.\n");
        }
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
    }
}
