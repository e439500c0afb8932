package io.nmt.report.reading;

import io.nmt.report.model.ResidentMemory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The readings of the last hour, to tell what grows. Thread-safe. */
public final class ResidentHistory {
    private static final long HOUR_NANOS = 3600L * 1_000_000_000;
    private static final long APART_NANOS = 10L * 1_000_000_000;
    private static final int UNKNOWN = -1;
    private static final Deque<Reading> READINGS = new ArrayDeque<>();

    private ResidentHistory() {}

    /**
     * An earlier reading.
     *
     * @param memory what it was
     * @param nanoTime when, by {@link System#nanoTime}
     * @param livedBytes what the last collections had left in the Java heap; 0 if that is not known
     * @param mappings how many regions there were; negative if that is not known
     */
    public record Reading(ResidentMemory memory, long nanoTime, long livedBytes, int mappings) {
        /**
         * How long ago.
         *
         * @return nanoseconds
         */
        public long ageNanos() {
            return System.nanoTime() - nanoTime;
        }
    }

    /**
     * Keeps a reading, unless the last one is younger than ten seconds.
     *
     * @param memory just read
     */
    public static void add(ResidentMemory memory) {
        add(memory, 0, UNKNOWN);
    }

    /**
     * Keeps a reading with what collections have told, unless the last one is younger than ten seconds.
     *
     * @param reading just read
     */
    public static void add(ResidentReading reading) {
        add(reading.memory(), reading.livedBytes(), reading.facts().mappings());
    }

    private static synchronized void add(ResidentMemory memory, long livedBytes, int mappings) {
        Reading last = READINGS.peekLast();
        if (last == null || last.ageNanos() >= APART_NANOS) {
            READINGS.add(new Reading(memory, System.nanoTime(), livedBytes, mappings));
        }
        dropOld();
    }

    private static void dropOld() {
        while (!READINGS.isEmpty() && READINGS.peekFirst().ageNanos() > HOUR_NANOS) {
            READINGS.removeFirst();
        }
    }

    /**
     * The readings of the last hour, but those of the last ten seconds.
     *
     * @return the oldest first
     */
    public static synchronized List<Reading> readings() {
        dropOld();
        return READINGS.stream()
                .filter(reading -> reading.ageNanos() >= APART_NANOS)
                .toList();
    }
}
