package io.nmt.cli.top;

import io.nmt.report.top.Row;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The memory in use in the last five minutes, of many series. Not thread-safe. */
final class RecentSeries {
    /** The time that it keeps. */
    static final long SPAN_MILLIS = 300_000;

    private static final long GAP_MILLIS = 90_000;
    private static final long JUDGED_MILLIS = 60_000;
    private static final long MINUTE_MILLIS = 60_000;
    private static final int MOST_SERIES = 5000;
    private static final char[] EIGHTHS = {'▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'};

    private final Map<String, NavigableMap<Long, Long>> series = new HashMap<>();

    /** Adds a value, in any order. */
    void add(String name, long millis, long value) {
        NavigableMap<Long, Long> values = series.computeIfAbsent(name, key -> new TreeMap<>());
        values.put(millis, value);
    }

    /** Forgets what is older than the span. */
    void forget(long now) {
        series.values().forEach(values -> values.headMap(now - SPAN_MILLIS).clear());
        series.values().removeIf(Map::isEmpty);
        if (series.size() > MOST_SERIES) {
            series.clear(); // sites that come and go: the large ones come back
        }
    }

    /**
     * The rise of the least from the first half of the known time to the second, a minute: comings and goings do not
     * change it. {@link Row#UNKNOWN} in the first minute.
     */
    long growthPerMinute(String name, long now) {
        NavigableMap<Long, Long> values = known(name, now);
        if (values.isEmpty() || values.lastKey() - values.firstKey() < JUDGED_MILLIS) {
            return Row.UNKNOWN;
        }
        long half = (values.lastKey() - values.firstKey()) / 2;
        long middle = values.firstKey() + half;
        NavigableMap<Long, Long> late = values.tailMap(middle, true);
        long early = least(values.headMap(middle, false));
        return Math.round((double) (least(late) - early) / half * MINUTE_MILLIS);
    }

    private NavigableMap<Long, Long> known(String name, long now) {
        NavigableMap<Long, Long> values = series.get(name);
        return values == null ? new TreeMap<>() : values.tailMap(now - SPAN_MILLIS, true);
    }

    private static long least(Map<Long, Long> values) {
        return values.values().stream().mapToLong(Long::longValue).min().orElse(0);
    }

    /**
     * Draws the last five minutes in one line, from the least to the most, one that is level low: the most of each
     * column's time. Where nothing was read for longer than 90 seconds, it is empty.
     */
    String line(String name, long now, int columns) {
        NavigableMap<Long, Long> values = known(name, now);
        long[] most = new long[columns];
        Arrays.fill(most, Row.UNKNOWN);
        Map.Entry<Long, Long> before = null;
        for (Map.Entry<Long, Long> entry : values.entrySet()) {
            int column = column(entry.getKey(), now, columns);
            boolean close = before != null && entry.getKey() - before.getKey() <= GAP_MILLIS;
            for (int i = close ? column(before.getKey(), now, columns) + 1 : column; i < column; i++) {
                most[i] = before.getValue();
            }
            most[column] = Math.max(most[column], entry.getValue());
            before = entry;
        }
        long highest = values.values().stream().mapToLong(Long::longValue).max().orElse(0);
        long least =
                Arrays.stream(most).filter(value -> value != Row.UNKNOWN).min().orElse(0);
        StringBuilder line = new StringBuilder(columns);
        for (long value : most) {
            line.append(value == Row.UNKNOWN ? ' ' : EIGHTHS[eighth(value, least, highest)]);
        }
        return line.toString();
    }

    private static int column(long millis, long now, int columns) {
        long age = millis - (now - SPAN_MILLIS);
        return (int) Math.max(0, Math.min(columns - 1, age * columns / SPAN_MILLIS));
    }

    private static int eighth(long value, long least, long highest) {
        return highest == least
                ? 0
                : (int) Math.round((double) (value - least) / (highest - least) * (EIGHTHS.length - 1));
    }
}
