package io.nmt.report.past;

import java.util.List;

/**
 * The bytes of the Java heap that are in memory. Where no point has read them, those that were ever used: more of it is
 * used for the first time only as far as RSS grows, and it never has more than is committed.
 */
final class HeapFirstUse {
    /** The system gave the memory as long before it was used, as points tell: points may be far apart. */
    private static final long LATER_MILLIS = 32_000;

    private static final int LATER_POINTS = 8;

    private static final int PARTS_OF_STEP = 4; // from point to point, at the most
    private static final long LEAST_MILLIS = 1_000; // between two points that tell how fast it is used

    private final List<HistoryPoint> points;
    private final long[] bytes;
    private long ever; // used
    private long touched;
    private long smallerMillis; // when it became so
    private int last = -1; // the last point that tells of the heap
    private int lastButOne = -1;

    private HeapFirstUse(List<HistoryPoint> points) {
        this.points = points;
        this.bytes = new long[points.size()];
    }

    /** At each point; what was used before the first one is in memory. */
    static long[] bytes(List<HistoryPoint> points) {
        HeapFirstUse heap = new HeapFirstUse(points);
        for (int i = 0; i < heap.bytes.length; i++) {
            if (points.get(i).get(HistoryFigure.HEAP_USED) != HistoryPoint.UNKNOWN) {
                heap.add(i);
                heap.lastButOne = heap.last;
                heap.last = i;
            }
            heap.bytes[i] = heap.touched;
        }
        return heap.bytes;
    }

    /**
     * The last time at which it had become much larger or smaller within half a minute.
     *
     * @param points the oldest first
     * @param least bytes that are much
     * @return of a point; 0 if there was no such time
     */
    static long lastStepMillis(List<HistoryPoint> points, long least) {
        long[] bytes = bytes(points);
        for (int i = bytes.length - 1; i > 0; i--) {
            if (Math.abs(bytes[i] - bytes[i - 1]) >= least / PARTS_OF_STEP && isStep(points, bytes, i, least)) {
                return points.get(i).millis();
            }
        }
        return 0;
    }

    private static boolean isStep(List<HistoryPoint> points, long[] bytes, int to, long least) {
        for (int i = to - 1; i >= 0 && points.get(to).millis() - points.get(i).millis() <= LATER_MILLIS; i--) {
            if (Math.abs(bytes[to] - bytes[i]) >= least) {
                return true;
            }
        }
        return false;
    }

    private void add(int i) {
        long committed = committed(i);
        long used = Math.max(points.get(i).get(HistoryFigure.HEAP_USED), usedBefore(i));
        long more = Math.min(used, committed) - ever;
        if (more > 0) {
            ever += more;
            touched += last < 0 ? more : Math.min(more, Math.max(0, risenBefore(i)));
        }
        long risen = last < 0 ? 0 : rss(i) - rss(last);
        if (last >= 0 && committed < committed(last)) {
            // A heap that becomes smaller gives memory back, and takes some again at once.
            touched -= Math.max(0, Math.min(touched, -risen));
            smallerMillis = points.get(i).millis();
        } else if (smallerMillis > 0 && points.get(i).millis() - smallerMillis <= LATER_MILLIS) {
            touched = Math.max(touched, Math.min(committed, touched + risen));
        }
        touched = Math.min(touched, committed);
        long resident = points.get(i).get(HistoryFigure.HEAP_RESIDENT);
        touched = resident == HistoryPoint.UNKNOWN ? touched : resident;
        ever = Math.max(touched, Math.min(ever, committed));
    }

    private long rss(int i) {
        return Math.max(0, points.get(i).get(HistoryFigure.RSS));
    }

    private long committed(int i) {
        long committed = points.get(i).get(HistoryFigure.HEAP);
        return committed == HistoryPoint.UNKNOWN ? Long.MAX_VALUE : committed;
    }

    /** By how much RSS rose of late, whatever it fell by, beside what the heap had of that; all where none tells. */
    private long risenBefore(int to) {
        int from = Math.max(0, to - LATER_POINTS);
        while (from > 0 && points.get(to).millis() - points.get(from - 1).millis() <= LATER_MILLIS) {
            from--;
        }
        long risen = 0;
        long before = HistoryPoint.UNKNOWN;
        boolean isTold = false;
        for (int i = from; i <= to; i++) {
            long now = points.get(i).get(HistoryFigure.RSS);
            isTold |= before != HistoryPoint.UNKNOWN && now != HistoryPoint.UNKNOWN;
            risen += before == HistoryPoint.UNKNOWN ? 0 : Math.max(0, now - before);
            before = now == HistoryPoint.UNKNOWN ? before : now;
        }
        return isTold ? risen - Math.max(0, touched - bytes[from]) : Long.MAX_VALUE;
    }

    /** The heap that was used before a collection since the last point, if there was one: at the rate until then. */
    private long usedBefore(int i) {
        if (lastButOne < 0) {
            return 0;
        }
        HistoryPoint before = points.get(last);
        HistoryPoint first = points.get(lastButOne);
        long used = before.get(HistoryFigure.HEAP_USED);
        long millis = before.millis() - first.millis();
        double rate = (used - first.get(HistoryFigure.HEAP_USED)) / (double) Math.max(LEAST_MILLIS, millis);
        boolean isCollected = points.get(i).get(HistoryFigure.HEAP_USED) < used;
        return isCollected && rate > 0 ? used + Math.round(rate * (points.get(i).millis() - before.millis())) : used;
    }
}
