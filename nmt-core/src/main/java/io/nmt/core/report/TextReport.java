package io.nmt.core.report;

import io.nmt.core.snapshot.CategoryUsage;
import io.nmt.core.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;

/** A snapshot as a table for people. */
public final class TextReport {
    private static final String GAP = "   ";

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
        List<String[]> rows = new ArrayList<>();
        rows.add(header(reservedDiffers));
        for (CategoryUsage usage : snapshot.categories()) {
            rows.add(row(usage, scale, reservedDiffers));
        }
        rows.add(row(snapshot.total(), scale, reservedDiffers));

        StringBuilder text = new StringBuilder("Native memory outside the Java heap");
        if (scale == Scale.B) {
            text.append(", in bytes");
        }
        text.append('\n');
        append(text, rows);
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

    private static void append(StringBuilder text, List<String[]> rows) {
        int[] widths = new int[rows.get(0).length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        for (int r = 0; r < rows.size(); r++) {
            if (r == 1 || r == rows.size() - 1) {
                appendRule(text, widths);
            }
            String[] row = rows.get(r);
            text.append(row[0]).append(" ".repeat(widths[0] - row[0].length()));
            for (int i = 1; i < row.length; i++) {
                text.append(GAP).append(" ".repeat(widths[i] - row[i].length())).append(row[i]);
            }
            text.append('\n');
        }
    }

    private static void appendRule(StringBuilder text, int[] widths) {
        int width = (widths.length - 1) * GAP.length();
        for (int column : widths) {
            width += column;
        }
        text.append("-".repeat(width)).append('\n');
    }

    private static void appendNotes(StringBuilder text, Snapshot snapshot) {
        text.append("Current figures: exact (while threads are busy, low by a moment's allocations).\n");
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
