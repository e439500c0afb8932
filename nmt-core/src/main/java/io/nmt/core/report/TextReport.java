package io.nmt.core.report;

import io.nmt.core.snapshot.CategoryUsage;
import io.nmt.core.snapshot.Snapshot;

/** A snapshot as a table for people. */
public final class TextReport {
    private TextReport() {}

    /**
     * Writes a snapshot as aligned text.
     *
     * @param snapshot to be shown
     * @param scale the unit of all byte figures but the overhead's
     * @return lines, each ended by a line feed
     */
    public static String of(Snapshot snapshot, Scale scale) {
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
        appendNotes(text, snapshot);
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

    private static void appendNotes(StringBuilder text, Snapshot snapshot) {
        text.append("Current figures: exact (while threads are busy, low by a moment's allocations).\n");
        for (CategoryUsage usage : snapshot.categories()) {
            if (usage.isEstimate()) {
                text.append(usage.category()).append(": an estimate, within 15 %, also in the total.\n");
            }
        }
        text.append(
                snapshot.exactPeaks()
                        ? "Peaks: exact.\n"
                        : "Peaks: never too high; low by at most 1 % or 64 KiB per allocating thread.\n");
        text.append("Untracked blocks: ")
                .append(Scale.group(snapshot.untrackedBlocks()))
                .append(". Unknown frees: ")
                .append(Scale.group(snapshot.unknownFrees()))
                .append(" (normal for what was allocated before tracking began).\n");
        text.append("Tracking itself: ")
                .append(Scale.KB.format(snapshot.overheadBytes()))
                .append(" of Java heap.\n");
    }
}
