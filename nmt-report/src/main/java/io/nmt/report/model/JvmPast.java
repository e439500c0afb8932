package io.nmt.report.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The JVM's own memory now, and its sums at earlier questions. Immutable.
 *
 * @param reading of now
 * @param points its sums, the oldest first, that of now last
 */
public record JvmPast(JvmReading reading, List<Point> points) {
    private static final int MOST_POINTS = 60;

    /** As it was read: copied. */
    public JvmPast {
        points = List.copyOf(points);
    }

    /**
     * The sums of a reading; 0 where it does not know one.
     *
     * @param nanoTime of it, by {@link System#nanoTime}
     * @param codeBytes of compiled code
     * @param stringBytes of interned strings
     * @param symbolBytes of symbols
     */
    public record Point(long nanoTime, long codeBytes, long stringBytes, long symbolBytes) {
        static Point of(JvmReading reading) {
            return new Point(
                    reading.nanoTime(),
                    reading.codeBytes(),
                    reading.strings() == null ? 0 : reading.strings().bytes(),
                    reading.symbols() == null ? 0 : reading.symbols().bytes());
        }
    }

    /**
     * Adds a reading. Of many, each second older point goes.
     *
     * @param earlier readings; null if there are none
     * @param reading of now
     * @return both
     */
    public static JvmPast of(JvmPast earlier, JvmReading reading) {
        List<Point> points = new ArrayList<>(earlier == null ? List.of() : earlier.points);
        if (points.size() >= MOST_POINTS) {
            for (int i = points.size() - 2; i > 0; i -= 2) {
                points.remove(i);
            }
        }
        points.add(Point.of(reading));
        return new JvmPast(reading, points);
    }

    /**
     * The growth since the first question that was answered.
     *
     * @param bytes that grow
     * @return bytes; 0 at that question
     */
    public long grown(ToLongFunction<Point> bytes) {
        long now = bytes.applyAsLong(points.get(points.size() - 1));
        return now
                - points.stream()
                        .mapToLong(bytes)
                        .filter(known -> known > 0)
                        .findFirst()
                        .orElse(now);
    }

    /**
     * The time since the first question.
     *
     * @return nanoseconds
     */
    public long nanos() {
        return points.get(points.size() - 1).nanoTime() - points.get(0).nanoTime();
    }

    /**
     * True if it has never fallen, over at least three questions.
     *
     * @param bytes that may grow
     * @return false of less than three
     */
    public boolean isRising(ToLongFunction<Point> bytes) {
        for (int i = 1; i < points.size(); i++) {
            if (bytes.applyAsLong(points.get(i)) < bytes.applyAsLong(points.get(i - 1))) {
                return false;
            }
        }
        return points.size() > 2;
    }
}
