package io.nmt.core.model;

import java.util.List;

/**
 * What is known of a process's native memory at one moment, live or recorded. Immutable.
 *
 * @param snapshot by category
 * @param sites by call site, the one with most live bytes first
 * @param resident where resident memory is; null if that is not known
 */
public record MemoryReading(Snapshot snapshot, List<SiteUsage> sites, ResidentMemory resident) {
    /** As it was read: copied. */
    public MemoryReading {
        sites = List.copyOf(sites);
    }
}
