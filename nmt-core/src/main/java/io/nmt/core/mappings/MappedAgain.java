package io.nmt.core.mappings;

import io.nmt.core.model.PageKinds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Shared memory that one process has mapped more than once. RSS counts it at each mapping; there is one copy of it, and
 * so it counts once toward a kill. For this library's own use. Immutable.
 */
public final class MappedAgain {
    private final Map<String, Long> bytesByPath = new HashMap<>();

    /**
     * Finds it.
     *
     * @param regions of a process
     * @param mounts that tell which of them are shared memory
     */
    public MappedAgain(Collection<Region> regions, Mounts mounts) {
        Map<String, List<Region>> files = new HashMap<>();
        for (Region region : regions) {
            if (region.inode() != 0 && region.residentBytes() > 0 && mounts.isSharedMemory(region)) {
                files.computeIfAbsent(region.device() + " " + region.inode(), any -> new ArrayList<>())
                        .add(region);
            }
        }
        files.values().stream().filter(mappings -> mappings.size() > 1).forEach(mappings -> add(mappings, mounts));
    }

    /** Looks at each stretch of a file whose mappings overlap. */
    private void add(List<Region> mappings, Mounts mounts) {
        mappings.sort(Comparator.comparingLong(Region::offset));
        List<Region> stretch = new ArrayList<>();
        long end = 0;
        for (Region region : mappings) {
            if (region.offset() >= end) {
                addStretch(stretch, mounts);
                stretch.clear();
            }
            stretch.add(region);
            end = Math.max(end, region.offset() + region.bytes());
        }
        addStretch(stretch, mounts);
    }

    /** Adds a stretch. The kernel divides it among other processes, too; it is no less than the largest mapping. */
    private void addStretch(List<Region> stretch, Mounts mounts) {
        long all = 0;
        long most = 0;
        long divided = 0;
        for (Region region : stretch) {
            PageKinds kinds = mounts.kindsOf(region);
            all += kinds.sharedMemoryBytes();
            most = Math.max(most, kinds.sharedMemoryBytes());
            divided += Math.max(0, region.proportionalBytes() - kinds.anonymousBytes());
        }
        long again = all - Math.min(all, Math.max(most, divided));
        if (stretch.size() > 1 && again > 0) {
            bytesByPath.merge(stretch.get(0).path(), again, Long::sum);
        }
    }

    /**
     * Sums all files.
     *
     * @return bytes of RSS that are no memory of their own
     */
    public long bytes() {
        return bytesByPath.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Sums the mappings of one file.
     *
     * @param path of it
     * @return bytes, from 0
     */
    public long bytes(String path) {
        return bytesByPath.getOrDefault(path, 0L);
    }
}
