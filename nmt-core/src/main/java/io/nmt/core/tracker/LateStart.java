package io.nmt.core.tracker;

import java.time.Instant;

/**
 * When tracking began in a JVM that was running already: what it allocated before is in no figure.
 *
 * @param time when tracking began
 * @param nanoTime the same moment, of {@link System#nanoTime}
 * @param jvmAgeNanos how old the JVM was then; {@link #UNKNOWN} where the system does not tell
 */
public record LateStart(Instant time, long nanoTime, long jvmAgeNanos) {
    /** The JVM's age is not known. */
    public static final long UNKNOWN = -1;

    private static volatile LateStart told;

    /**
     * Says that tracking begins now, late.
     *
     * @param jvmAgeNanos how old the JVM is, or {@link #UNKNOWN}
     */
    public static void tell(long jvmAgeNanos) {
        told = new LateStart(Instant.now(), System.nanoTime(), jvmAgeNanos);
    }

    /**
     * What reports are to mention. Thread-safe.
     *
     * @return null if tracking began with the JVM, or if this JVM is not tracked
     */
    public static LateStart told() {
        return told;
    }
}
