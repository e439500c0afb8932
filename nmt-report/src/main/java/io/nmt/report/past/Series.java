package io.nmt.report.past;

import io.nmt.report.document.Curve;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/** One figure over time: values, none of them unknown, and when each was read, ascending. */
final class Series {
    private static final double MINUTE_MILLIS = 60_000;

    private final long[] millis;
    private final long[] values;

    /** Both of the same length; not to be changed any more. */
    Series(long[] millis, long[] values) {
        this.millis = millis;
        this.values = values;
    }

    long[] millis() {
        return millis;
    }

    long[] values() {
        return values;
    }

    /** The series of a figure, without points that do not have it. */
    static Series of(List<HistoryPoint> points, ToLongFunction<HistoryPoint> figure) {
        long[] millis = new long[points.size()];
        long[] values = new long[points.size()];
        int length = 0;
        for (HistoryPoint point : points) {
            long value = figure.applyAsLong(point);
            if (value != HistoryPoint.UNKNOWN) {
                millis[length] = point.millis();
                values[length++] = value;
            }
        }
        return new Series(Arrays.copyOf(millis, length), Arrays.copyOf(values, length));
    }

    /**
     * A figure that few points have: of the points between two that have it, the straight line tells. Where it rises
     * faster after them, it is level first, and then rises as fast.
     */
    static Series straight(List<HistoryPoint> points, HistoryFigure figure) {
        Series read = of(points, point -> point.get(figure));
        long[] millis = new long[points.size()];
        long[] values = new long[points.size()];
        int length = 0;
        int next = 0; // of those that were read
        for (HistoryPoint point : points) {
            while (next < read.length() && read.millis[next] < point.millis()) {
                next++;
            }
            boolean isRead = next < read.length() && read.millis[next] == point.millis();
            if (isRead || (next > 0 && next < read.length())) {
                millis[length] = point.millis();
                values[length++] = isRead ? read.values[next] : read.between(next - 1, point.millis());
            }
        }
        return new Series(Arrays.copyOf(millis, length), Arrays.copyOf(values, length));
    }

    /** The value at a time between an index and the next one. */
    private long between(int index, long time) {
        double slope = slope(index + 1);
        double after = index + 2 < length() ? slope(index + 2) : 0;
        return slope > 0 && after > slope
                ? Math.max(values[index], values[index + 1] - Math.round(after * (millis[index + 1] - time)))
                : values[index] + Math.round(slope * (time - millis[index]));
    }

    /** In a millisecond, from the value before an index on. */
    private double slope(int index) {
        return (double) (values[index] - values[index - 1]) / (millis[index] - millis[index - 1]);
    }

    /**
     * RSS, or what counts of the cgroup, without what it grew by while commands of ours were answered. A recording has
     * points of others that do not tell the latter: they count where it is the same before and after them.
     */
    static Series besideOwn(List<HistoryPoint> points, HistoryFigure figure) {
        return beside(points, figure, ownBytes(points));
    }

    /** The same without the Java heap's first use, which goes on for long after the start of a process. */
    static Series besideHeap(List<HistoryPoint> points, HistoryFigure figure) {
        long[] beside = ownBytes(points);
        long[] heap = HeapFirstUse.bytes(points);
        for (int i = 0; i < beside.length; i++) {
            beside[i] = beside[i] == HistoryPoint.UNKNOWN ? beside[i] : beside[i] + heap[i];
        }
        return beside(points, figure, beside);
    }

    /** The same without class metadata and compiled code, too. */
    static Series besideWarmUp(List<HistoryPoint> points, HistoryFigure figure) {
        Series beside = besideHeap(points, figure);
        long[] values = beside.values.clone();
        for (HistoryFigure part : List.of(HistoryFigure.METASPACE, HistoryFigure.CODE)) {
            Series bytes = of(points, point -> point.get(part));
            for (int i = 0; i < values.length && bytes.length() > 0; i++) {
                int index = Math.min(bytes.length() - 1, bytes.indexAt(beside.millis[i]));
                values[i] = Math.max(0, values[i] - bytes.values[index]);
            }
        }
        return new Series(beside.millis, values);
    }

    private static Series beside(List<HistoryPoint> points, HistoryFigure figure, long[] own) {
        long[] millis = new long[points.size()];
        long[] values = new long[points.size()];
        int length = 0;
        for (int i = 0; i < own.length; i++) {
            long bytes = points.get(i).get(figure);
            if (bytes != HistoryPoint.UNKNOWN && own[i] != HistoryPoint.UNKNOWN) {
                millis[length] = points.get(i).millis();
                values[length++] = Math.max(0, bytes - own[i]);
            }
        }
        return new Series(Arrays.copyOf(millis, length), Arrays.copyOf(values, length));
    }

    /** The bytes of commands at each point: 0 if none tells them, unknown between two points that differ. */
    private static long[] ownBytes(List<HistoryPoint> points) {
        long[] bytes = new long[points.size()];
        long before = 0;
        int untold = 0; // the first point since the last that tells them
        for (int i = 0; i < bytes.length; i++) {
            long told = points.get(i).get(HistoryFigure.OWN);
            if (told != HistoryPoint.UNKNOWN) {
                Arrays.fill(bytes, untold, i, told == before ? told : HistoryPoint.UNKNOWN);
                bytes[i] = told;
                before = told;
                untold = i + 1;
            }
        }
        Arrays.fill(bytes, untold, bytes.length, before);
        return bytes;
    }

    /** A category; before its first block it has nothing. */
    static Series ofCategory(List<HistoryPoint> points, int id) {
        return of(points, point -> {
            HistoryPoint.Usage usage = point.categories().get(id);
            return usage == null ? 0 : usage.bytes();
        });
    }

    /**
     * A category without the chunks of known pools: these live by design, and it is the pools that tell how they are
     * used.
     */
    static Series ofCategoryBesidePools(List<HistoryPoint> points, int id) {
        return of(points, point -> {
            HistoryPoint.Usage usage = point.categories().get(id);
            return usage == null ? 0 : usage.besidePools();
        });
    }

    /** A call site; where it is not among those that hold most, it holds little. */
    static Series ofSite(List<HistoryPoint> points, int id) {
        return of(points, point -> {
            var sites = point.sites(); // not read each time
            return sites.isEmpty() ? HistoryPoint.UNKNOWN : sites.getOrDefault(id, 0L);
        });
    }

    int length() {
        return millis.length;
    }

    long spanMillis() {
        return length() == 0 ? 0 : millis[length() - 1] - millis[0];
    }

    /** The least of the values from one index to another one, which is not empty. */
    long least(int from, int to) {
        return Arrays.stream(values, from, to).min().orElseThrow();
    }

    /** The most of all values; 0 if there are none. */
    long most() {
        return Math.max(0, Arrays.stream(values).max().orElse(0));
    }

    /** The most of the values from an index on, of which there is one. */
    long most(int from) {
        return Arrays.stream(values, from, values.length).max().orElseThrow();
    }

    /** The most of each part of a time. */
    Curve curve(long from, long to, int parts) {
        Long[] most = new Long[parts];
        double perPart = Math.max(1, to - from) / (double) parts;
        for (int i = 0; i < values.length; i++) {
            int part = (int) Math.min(parts - 1, Math.max(0, (millis[i] - from) / perPart));
            most[part] = most[part] == null ? values[i] : Math.max(most[part], values[i]);
        }
        return new Curve(Arrays.asList(most));
    }

    /** The first values. */
    Series until(int end) {
        return new Series(Arrays.copyOf(millis, end), Arrays.copyOf(values, end));
    }

    /** The values from an index on. */
    Series from(int index) {
        return new Series(
                Arrays.copyOfRange(millis, index, Math.max(index, length())),
                Arrays.copyOfRange(values, index, Math.max(index, length())));
    }

    /** The index of the first value that is as high as the most, or nearly. */
    int firstNear(long nearly) {
        long high = most() - nearly;
        int index = 0;
        while (index < values.length && values[index] < high) {
            index++;
        }
        return index;
    }

    long last() {
        return values[length() - 1];
    }

    /** The growth a minute from the value before the last one on; there are two. */
    double lastPerMinute() {
        return MINUTE_MILLIS * slope(length() - 1);
    }

    /** By how much it grew from one time to another, both of the series. */
    long grown(long from, long to) {
        return values[Math.min(length() - 1, indexAt(to))] - values[Math.min(length() - 1, indexAt(from))];
    }

    /** The index of the first value that is not before a time. */
    int indexAt(long time) {
        int index = Arrays.binarySearch(millis, time);
        return index >= 0 ? index : -index - 1;
    }
}
