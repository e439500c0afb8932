package io.nmt.report.model;

import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.ScopeUsage;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import java.util.List;

/**
 * The native memory of a process at one moment, live or recorded. Immutable.
 *
 * @param snapshot by category
 * @param sites by call site, the one with most live bytes first
 * @param resident where resident memory is; null if that is not known
 * @param handles by class, the one with most that are not closed first; of a recording, with one site of each
 * @param pools what is known of pools; null if that is nothing, or {@code sites} has their owners already
 * @param scopes named scopes, the one with most live bytes first; of a recording, or none
 */
public record MemoryReading(
        Snapshot snapshot,
        List<SiteUsage> sites,
        ResidentMemory resident,
        List<HandleUsage> handles,
        PoolReading pools,
        List<ScopeUsage> scopes) {
    /** As it was read: copied. */
    public MemoryReading {
        sites = List.copyOf(sites);
        handles = List.copyOf(handles);
        scopes = List.copyOf(scopes);
    }

    /**
     * Without named scopes.
     *
     * @param snapshot by category
     * @param sites by call site
     * @param resident where resident memory is; null if that is not known
     * @param handles by class
     * @param pools what is known of pools; null if that is nothing
     */
    public MemoryReading(
            Snapshot snapshot,
            List<SiteUsage> sites,
            ResidentMemory resident,
            List<HandleUsage> handles,
            PoolReading pools) {
        this(snapshot, sites, resident, handles, pools, List.of());
    }

    /**
     * Without pools.
     *
     * @param snapshot by category
     * @param sites by call site
     * @param resident where resident memory is; null if that is not known
     * @param handles by class
     */
    public MemoryReading(Snapshot snapshot, List<SiteUsage> sites, ResidentMemory resident, List<HandleUsage> handles) {
        this(snapshot, sites, resident, handles, null);
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

    /**
     * Call sites that hold memory. If the buffers of pools are known, they take the place of the chunks.
     *
     * @return the one with most live bytes first
     */
    public List<SiteUsage> owners() {
        return pools == null ? sites : pools.owners(sites);
    }
}
