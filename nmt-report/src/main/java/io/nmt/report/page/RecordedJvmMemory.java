package io.nmt.report.page;

import io.nmt.report.model.JvmReading;

/**
 * The JVM's own memory, as recordings last tell of it. Immutable.
 *
 * @param reading with unknowns for what they do not tell
 * @param millis the time of the oldest of its parts
 */
public record RecordedJvmMemory(JvmReading reading, long millis) {
    /** They tell nothing of it. */
    public static final RecordedJvmMemory NONE = new RecordedJvmMemory(JvmReading.UNKNOWN, 0);
}
