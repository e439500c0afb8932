package io.nmt.core.model;

import java.time.Instant;

/**
 * Tracking began in a JVM that was running already: what that allocated before is in no figure.
 *
 * @param time when tracking began; null if that is not known, as of a recording
 * @param jvmAgeNanos how old the JVM was then; {@link #UNKNOWN} where the system does not tell
 */
public record LateStart(Instant time, long jvmAgeNanos) {
    /** The JVM's age is not known. */
    public static final long UNKNOWN = -1;
}
