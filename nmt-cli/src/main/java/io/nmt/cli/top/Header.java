package io.nmt.cli.top;

import io.nmt.cli.terminal.Width;
import io.nmt.core.model.Scale;
import io.nmt.report.document.Amounts;
import io.nmt.report.model.Ages;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.top.Reading;
import io.nmt.report.top.Row;
import io.nmt.report.top.Target;
import java.util.ArrayList;
import java.util.List;

/** The lines above the list: the process, resident memory against its limit, the heap, and what is tracked. */
final class Header {
    static final int LINES = 4;

    /** As the history calls it; the longest of the labels. */
    private static final String HEAP = "Heap used";

    private static final int PAST_COLUMNS = 15;
    private static final int BAR_COLUMNS = 10;
    private static final int LEAST_COLUMNS_FOR_PAST = 72;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final String LABEL_GAP = " ";

    private final Model model;
    private final int width;

    /** For a screen of that width; 0 if there is none: then nothing is drawn, and lines are as long as they are. */
    Header(Model model, int width) {
        this.model = model;
        this.width = width;
    }

    /**
     * The lines.
     *
     * @param state of the screen, at the right of the first line
     */
    List<String> lines(String state) {
        Reading reading = model.last();
        List<String> lines = new ArrayList<>();
        lines.add(first(reading, state));
        String rss = bytes(reading, HistoryFigure.RSS);
        String heap = bytes(reading, HistoryFigure.HEAP_USED);
        String tracked = bytes(reading, HistoryFigure.TRACKED);
        int figures = width == 0 ? 0 : Math.max(rss.length(), Math.max(heap.length(), tracked.length()));
        lines.add(line("RSS", Width.toTheRight(rss, figures), HistoryFigure.RSS, limit(reading)));
        lines.add(line(
                HEAP,
                Width.toTheRight(heap, figures),
                HistoryFigure.HEAP_USED,
                "of " + bytes(reading, HistoryFigure.HEAP) + " committed; at most "
                        + Amounts.format(reading.target().heapMaxBytes())));
        lines.add(line(
                "Tracked",
                Width.toTheRight(tracked, figures),
                HistoryFigure.TRACKED,
                "peak " + Amounts.format(reading.trackedPeakBytes()) + "; "
                        + Scale.group(reading.figure(HistoryFigure.BLOCKS))
                        + " blocks"
                        + (reading.notTracked().isEmpty() ? "" : "; not tracked: " + reading.notTracked())));
        return lines;
    }

    private static String bytes(Reading reading, HistoryFigure figure) {
        long bytes = reading.figure(figure);
        return bytes == HistoryPoint.UNKNOWN ? ListColumn.UNKNOWN : Amounts.format(bytes);
    }

    private String first(Reading reading, String state) {
        Target target = reading.target();
        long count = reading.figure(HistoryFigure.THREADS);
        String threads = count == HistoryPoint.UNKNOWN ? "" : ", " + Scale.group(count) + " threads";
        String since = target.trackedMillis() == Row.UNKNOWN
                ? ""
                : ", tracked for " + Ages.format(target.trackedMillis() * NANOS_PER_MILLI);
        String facts = "JDK " + target.jdk() + threads + since;
        if (width == 0) {
            return "Process " + model.pid() + ", " + target.name() + ", " + facts;
        }
        String begin = "nmt top " + model.pid() + "  ";
        int room = width - Width.of(begin) - Width.of(facts) - Width.of(state) - 4;
        String name = room < 4 ? "" : Names.fitting(target.name(), room) + "  ";
        String left = Width.cut(begin + name + facts, Math.max(0, width - Width.of(state) - 2));
        return Width.cut(Width.padded(left, width - Width.of(state)) + state, width);
    }

    private String line(String label, String figure, HistoryFigure series, String facts) {
        if (width == 0) {
            return label + " " + figure + ": " + facts;
        }
        String past = width < LEAST_COLUMNS_FOR_PAST ? "" : model.line(Reading.series(series), PAST_COLUMNS) + "  ";
        return Width.cut(Width.padded(label, HEAP.length()) + LABEL_GAP + figure + "  " + past + facts, width);
    }

    /** The limit is the cgroup's, which counts more than this process's resident memory, and some of that not. */
    private String limit(Reading reading) {
        long limit = reading.figure(HistoryFigure.LIMIT);
        long usage = reading.figure(HistoryFigure.CGROUP);
        if (limit <= 0 || usage == HistoryPoint.UNKNOWN) {
            return "no known container limit";
        }
        long percent = Math.round(100.0 * usage / limit);
        String words = percent + " % of limit " + Amounts.format(limit);
        return width == 0
                ? words + " (the container uses " + Amounts.format(usage) + ")"
                : bar(reading.figure(HistoryFigure.RSS), usage, limit) + " " + words;
    }

    /** Full: this process. Half full: what else counts towards the limit. */
    private static String bar(long rss, long usage, long limit) {
        int used = columns(usage, limit);
        int own = Math.min(used, columns(Math.max(0, rss), limit));
        return "[" + "█".repeat(own) + "▒".repeat(used - own) + " ".repeat(BAR_COLUMNS - used) + "]";
    }

    private static int columns(long bytes, long limit) {
        return (int) Math.max(0, Math.min(BAR_COLUMNS, Math.round((double) bytes / limit * BAR_COLUMNS)));
    }
}
