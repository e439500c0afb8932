package io.nmt.core.model;

import java.util.List;

/**
 * Details of single blocks. Immutable.
 *
 * @param pools of libraries, the largest first
 * @param mappedFiles the largest first
 * @param zipStreams that were not ended, the oldest first
 * @param temporaryBuffers of NIO by thread, the most bytes first
 */
public record Details(
        List<Pool> pools,
        List<MappedFile> mappedFiles,
        List<ZipStream> zipStreams,
        List<ThreadUsage> temporaryBuffers) {
    /** As they were found: copied. */
    public Details {
        pools = List.copyOf(pools);
        mappedFiles = List.copyOf(mappedFiles);
        zipStreams = List.copyOf(zipStreams);
        temporaryBuffers = List.copyOf(temporaryBuffers);
    }
}
