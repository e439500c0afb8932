package io.nmt.core.model;

import java.util.List;

/**
 * What is known of a process's native memory at one moment, live or recorded. Immutable.
 *
 * @param snapshot by category
 * @param sites by call site, the one with most live bytes first
 * @param resident where resident memory is; null if that is not known
 * @param handles by class, the one with most that are not closed first; of a recording, with one site of each
 */
public record MemoryReading(
        Snapshot snapshot, List<SiteUsage> sites, ResidentMemory resident, List<HandleUsage> handles) {
    /** As it was read: copied. */
    public MemoryReading {
        sites = List.copyOf(sites);
        handles = List.copyOf(handles);
    }

    /**
     * Without native handles.
     *
     * @param snapshot by category
     * @param sites by call site
     * @param resident where resident memory is; null if that is not known
     */
    public MemoryReading(Snapshot snapshot, List<SiteUsage> sites, ResidentMemory resident) {
        this(snapshot, sites, resident, List.of());
    }
}
