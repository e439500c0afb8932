package io.nmt.core.reader;

import java.util.List;

/**
 * A sampled buffer that was not released. Its memory is a part of one of the pool's chunks.
 *
 * @param taken where, when and by which thread it was taken
 * @param bytes that it takes from its pool
 * @param estimatedBytes what the sample stands for, these bytes included
 * @param lastSeenIn the class that had it last; null if that is not known
 * @param retainedBy the classes outside the library that retained it and were not seen to release it
 * @param lost whether it was collected, so that its pool never gets the memory back
 */
public record BufferSample(
        BlockSample taken, long bytes, long estimatedBytes, String lastSeenIn, List<String> retainedBy, boolean lost) {}
