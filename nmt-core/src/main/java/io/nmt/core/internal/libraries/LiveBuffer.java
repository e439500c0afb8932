package io.nmt.core.internal.libraries;

import io.nmt.core.internal.sites.Sample;
import java.util.List;
import java.util.function.Consumer;

/**
 * A sampled buffer of a pool that was not given back. Its memory is a part of one of the pool's chunks.
 *
 * @param sample where, when and by whom it was taken; the site's category is the kind of pool
 * @param bytes that it takes from its pool
 * @param estimatedBytes what the sample stands for, these bytes included
 * @param lastSeenIn the name of the class of what had it last; null if that is not known
 * @param retainedBy the names of the classes outside the library that retained it and were not seen to release it
 * @param lost whether the garbage collector has collected it, so that its pool never gets the memory back
 */
public record LiveBuffer(
        Sample sample, long bytes, long estimatedBytes, String lastSeenIn, List<String> retainedBy, boolean lost) {
    /**
     * Shows each of them, while the application takes and gives back others. One that was collected together with its
     * chunk is left out: no pool has its memory any more. To be called only where there are pools, as the agent loads
     * this package with the first of them.
     *
     * @param visitor is called on this thread
     */
    public static void forEach(Consumer<LiveBuffer> visitor) {
        PooledBuffers.forEach(visitor);
    }
}
