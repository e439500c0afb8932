package io.nmt.jfr.recordings;

import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Adds up what samples stand for, by call site and thread. What is kept in memory are the sums. Threads are told apart
 * as long as there are few sums: each virtual thread may have a name of its own.
 */
final class AllocationSums {
    private static final int MOST_SUMS = 100_000;

    private final Map<Key, Sum> sums = new LinkedHashMap<>();
    private final Map<Key, Site> sampled = new HashMap<>();
    private final Map<Key, Site> named = new HashMap<>();

    /** Blocks and buffers have numbers of sites of their own. */
    private record Key(boolean buffers, int site, String thread) {
        Key ofSite() {
            return new Key(buffers, site, null);
        }
    }

    private static final class Sum {
        private double bytes;
        private double count;
    }

    void add(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "nmt.NativeAllocationSample" -> addSample(false, new JfrEvent(event));
            case "nmt.PooledBufferSample" -> addSample(true, new JfrEvent(event));
            case "nmt.NativeMemorySite" -> addSite(false, new JfrEvent(event));
            case "nmt.PooledBufferSite" -> addSite(true, new JfrEvent(event));
            default -> {} // nothing is allocated
        }
    }

    private void addSample(boolean buffers, EventData event) {
        if (!EventFields.isUsable(event)) {
            return;
        }
        String name = event.threadName();
        boolean known = name != null && sums.size() < MOST_SUMS;
        Key key = new Key(buffers, event.getInt("site"), known ? name : null);
        sampled.computeIfAbsent(
                key.ofSite(), any -> SampledStack.site(category(event.getString("type")), event.frames()));
        long size = event.getLong("size");
        long weight = event.getLong("weight");
        Sum sum = sums.computeIfAbsent(key, any -> new Sum());
        sum.bytes += weight;
        sum.count += size == 0 ? 1 : (double) weight / size;
    }

    /** Keeps the names of a site that stack traces do not have, such as those of files. */
    private void addSite(boolean buffers, EventData event) {
        if (!EventFields.isUsable(event)) {
            return;
        }
        String topFrame = event.getString("topFrame");
        String stack = event.getString("stack");
        if (topFrame != null && stack != null) {
            named.computeIfAbsent(
                    new Key(buffers, event.getInt("site"), null),
                    any -> RecordedFrames.site(
                            category(event.getString("type")),
                            topFrame,
                            event.hasField("libraryFrame") ? event.getString("libraryFrame") : null,
                            stack,
                            false));
        }
    }

    /** JDK 17 may leave a string out of a chunk. */
    private static String category(String type) {
        return type == null ? "?" : type;
    }

    /**
     * The sums, each byte in one of them.
     *
     * @param ofBuffers of pools, who has taken buffers, in place of who has taken chunks
     */
    List<AllocatedBytes> result(boolean ofBuffers) {
        List<AllocatedBytes> result = new ArrayList<>();
        sums.forEach((key, sum) -> {
            Site site = named.getOrDefault(key.ofSite(), sampled.get(key.ofSite()));
            boolean pools = PooledSite.isOfChunks(site.frames()) || PooledSite.isOfSingleBuffers(site);
            if (key.buffers ? ofBuffers : !(ofBuffers && pools)) {
                result.add(new AllocatedBytes(site, key.thread, Math.round(sum.bytes), Math.round(sum.count)));
            }
        });
        return result;
    }
}
