package io.nmt.jfr.recordings;

import io.nmt.report.model.RecordedMemory;
import java.util.List;

/**
 * The memory of call sites at the end of a recording, and their allocations while it ran. Immutable.
 *
 * @param memory the last figures, of call sites among them
 * @param allocated by call site and thread; of pools those who took buffers, where {@code memory}'s {@code owners} have
 *     those; none if the recording has no samples
 * @param intervalBytes from one sample to the next, on average: 1 if every block is sampled, 0 if none is or if that is
 *     not recorded
 */
public record RecordedProfile(RecordedMemory memory, List<AllocatedBytes> allocated, long intervalBytes) {
    /** As it was read: copied. */
    public RecordedProfile {
        allocated = List.copyOf(allocated);
    }
}
