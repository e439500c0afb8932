package io.nmt.junit;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.PooledSite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The buffers of one moment that were not given back to their pools, by call site. */
final class OpenBuffers {
    private final Map<Integer, PooledSite> sites = new HashMap<>();

    private OpenBuffers() {}

    static OpenBuffers now() {
        OpenBuffers buffers = new OpenBuffers();
        for (PooledSite site : NativeMemory.pooledBuffers()) {
            for (PooledSite stack : site.perStack()) {
                buffers.sites.put(stack.usage().site().id(), stack);
            }
        }
        return buffers;
    }

    /**
     * The growth since an earlier moment. A site that has released an older buffer may hide a newer one. A site that
     * has given back an older one may hide a newer one.
     */
    List<Growth> since(OpenBuffers earlier) {
        List<Growth> growths = new ArrayList<>();
        sites.forEach((id, site) -> {
            PooledSite before = earlier.sites.get(id);
            long bytes = bytes(site) - bytes(before);
            if (bytes > 0) {
                // Of those whose chunk is gone, too, it is not known how many they were.
                long count = site.usage().liveCount()
                        - (before == null ? 0 : before.usage().liveCount());
                long lost = lostBytes(site) - lostBytes(before);
                growths.add(new Growth(
                        site.usage().site().category(),
                        site.usage().site(),
                        site.usage().threadNames(),
                        bytes,
                        Math.max(1, count),
                        Math.max(0, lost)));
            }
        });
        return growths;
    }

    private static long bytes(PooledSite site) {
        return site == null ? 0 : site.usage().liveBytes() + site.goneBytes();
    }

    private static long lostBytes(PooledSite site) {
        return site == null ? 0 : site.lostBytes() + site.goneBytes();
    }
}
