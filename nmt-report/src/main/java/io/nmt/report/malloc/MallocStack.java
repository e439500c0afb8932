package io.nmt.report.malloc;

import io.nmt.core.model.Frame;
import io.nmt.core.model.Site;
import java.util.List;

/**
 * Memory that was malloced from one call stack, and not freed. Estimates from samples.
 *
 * @param site the Java part of the stack; its category is the library that the memory is counted under, and it has no
 *     frames where no Java code is below
 * @param nativeFrames the native part, the innermost first: without the allocator's own and the profiler's
 * @param caller the Java frame that called native code, a constructor often; null if there is none
 * @param bytes not freed, an estimate without bias, which may be a little negative
 * @param variance of {@code bytes}
 * @param grownBytes by how much that has grown in the time of the profile: where it begins with nothing, the same
 * @param grownVariance of {@code grownBytes}
 * @param blocks not freed
 * @param allocatedBytes malloced in all
 * @param samples that were not freed
 */
public record MallocStack(
        Site site,
        List<NativeFrame> nativeFrames,
        Frame caller,
        double bytes,
        double variance,
        double grownBytes,
        double grownVariance,
        double blocks,
        double allocatedBytes,
        long samples) {
    /** As it was found: copied. */
    public MallocStack {
        nativeFrames = List.copyOf(nativeFrames);
    }

    /**
     * The library that the memory is counted under.
     *
     * @return its file, without a directory
     */
    public String library() {
        return site.category();
    }
}
