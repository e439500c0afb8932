package io.nmt.report.past;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/** Points of which each stands for some time. Not thread-safe. */
final class PointLevel {
    private static final int ARRAY_BYTES = 24;

    private final long everyMillis;
    private final int most;
    private final long maxBytes;
    private final Deque<byte[]> points = new ArrayDeque<>();
    private long bytes;
    private long firstMillis; // of those that are in merged
    private HistoryPoint merged;

    PointLevel(long everyMillis, int most, long maxBytes) {
        this.everyMillis = everyMillis;
        this.most = most;
        this.maxBytes = maxBytes;
    }

    void add(HistoryPoint point) {
        if (everyMillis == 0) {
            push(point);
        } else if (merged == null) {
            begin(point);
        } else if (point.millis() / everyMillis == firstMillis / everyMillis) {
            merged = point.after(merged);
        } else {
            push(merged);
            begin(point);
        }
    }

    private void begin(HistoryPoint point) {
        firstMillis = point.millis();
        merged = point;
    }

    private void push(HistoryPoint point) {
        byte[] code = point.encode();
        points.addLast(code);
        bytes += code.length + ARRAY_BYTES;
        while (points.size() > most || (bytes > maxBytes && points.size() > 1)) {
            bytes -= points.removeFirst().length + ARRAY_BYTES;
        }
    }

    /** The newest that stands for itself; null if there is none. */
    HistoryPoint last() {
        return points.isEmpty() ? null : HistoryPoint.decode(points.peekLast());
    }

    void removeLast() {
        bytes -= points.removeLast().length + ARRAY_BYTES;
    }

    void addSites(Set<Integer> ids) {
        for (byte[] code : points) {
            ids.addAll(HistoryPoint.decode(code).sites().keySet());
        }
        if (merged != null) {
            ids.addAll(merged.sites().keySet());
        }
    }

    List<HistoryPoint> before(long millis) {
        List<HistoryPoint> found = new ArrayList<>();
        for (byte[] code : points) {
            HistoryPoint point = HistoryPoint.decode(code);
            if (point.millis() < millis) {
                found.add(point);
            }
        }
        return found;
    }

    long bytes() {
        return bytes;
    }
}
