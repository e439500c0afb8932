package io.nmt.core.rss;

import io.nmt.core.mappings.AddressSpace;
import io.nmt.core.mappings.AddressSpace.Region;
import java.util.List;

/** Whose malloc this process uses, by the libraries that it has loaded. */
final class Allocator {
    static final String GLIBC = "glibc";

    private static final List<String> OTHERS = List.of("jemalloc", "mimalloc", "tcmalloc");

    private Allocator() {}

    static String of(AddressSpace space) {
        String found = GLIBC;
        for (Region region : space.regions()) {
            String path = region.path();
            String file = path.substring(path.lastIndexOf('/') + 1);
            for (String other : OTHERS) {
                if (file.startsWith("lib" + other)) {
                    return other;
                }
            }
            if (file.startsWith("ld-musl-") || file.startsWith("libc.musl-")) {
                found = "musl";
            }
        }
        return found;
    }
}
