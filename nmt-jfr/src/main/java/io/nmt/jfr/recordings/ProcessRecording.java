package io.nmt.jfr.recordings;

import io.nmt.report.model.RecordedMemory;

/**
 * A recording of a process among others. Immutable.
 *
 * @param process it is of
 * @param memory what it tells of its native memory
 */
public record ProcessRecording(RecordedProcess process, RecordedMemory memory) {}
