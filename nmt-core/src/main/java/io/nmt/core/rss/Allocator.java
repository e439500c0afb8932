package io.nmt.core.rss;

import io.nmt.core.mappings.AddressSpace;
import io.nmt.core.mappings.AddressSpace.Region;
import java.util.List;

/**
 * Whose malloc this process uses, by the libraries that it has loaded.
 *
 * @param name as people know it
 * @param library its path
 */
record Allocator(String name, String library) {
    static final String GLIBC = "glibc";

    private static final List<String> OTHERS = List.of("jemalloc", "mimalloc", "tcmalloc");

    static Allocator of(AddressSpace space) {
        Allocator found = new Allocator(GLIBC, "");
        for (Region region : space.regions()) {
            String path = region.path();
            String file = path.substring(path.lastIndexOf('/') + 1);
            for (String other : OTHERS) {
                if (file.startsWith("lib" + other)) {
                    return new Allocator(other, path);
                }
            }
            if (file.startsWith("ld-musl-") || file.startsWith("libc.musl-")) {
                found = new Allocator("musl", path);
            }
        }
        return found;
    }

    boolean isGlibc() {
        return name.equals(GLIBC);
    }

    /** Its own figures, null if it has none that can be had; glibc's are {@link MallocUsage#read}. */
    MallocUsage usage() {
        return name.equals("jemalloc") ? Jemalloc.read(library) : null;
    }
}
