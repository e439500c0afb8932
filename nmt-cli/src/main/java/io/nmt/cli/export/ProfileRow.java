package io.nmt.cli.export;

import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.jfr.recordings.AllocatedBytes;
import io.nmt.report.document.SafeText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The memory that one call stack holds, or has allocated.
 *
 * @param labels by name: {@code category}; {@code pool}, which is {@code buffers} or {@code chunks}, of pools;
 *     {@code thread}, if one thread alone has allocated it and is known
 * @param frames the innermost first, at least one
 * @param inuseObjects live blocks
 * @param inuseBytes of them
 * @param allocObjects blocks that were allocated
 * @param allocBytes of them
 */
record ProfileRow(
        Map<String, String> labels,
        List<ProfileFrame> frames,
        long inuseObjects,
        long inuseBytes,
        long allocObjects,
        long allocBytes) {
    static final String CATEGORY = "category";
    static final String POOL = "pool";
    static final String THREAD = "thread";

    /** A row of live memory. */
    static ProfileRow inUse(SiteUsage usage) {
        List<String> threads = usage.threadNames();
        String thread = threads.size() == 1 ? threads.get(0) : null;
        return new ProfileRow(
                labels(usage.site(), thread), frames(usage.site()), usage.liveCount(), usage.liveBytes(), 0, 0);
    }

    /** A row of allocated memory. */
    static ProfileRow allocated(AllocatedBytes allocated) {
        return new ProfileRow(
                labels(allocated.site(), allocated.thread()),
                frames(allocated.site()),
                0,
                0,
                allocated.count(),
                allocated.bytes());
    }

    String category() {
        return labels.get(CATEGORY);
    }

    private static Map<String, String> labels(Site site, String thread) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(CATEGORY, SafeText.line(site.category()));
        if (PooledSite.isOfBuffers(site)) {
            labels.put(POOL, "buffers");
        } else if (site.pool() || PooledSite.isOfChunks(site.frames())) {
            labels.put(POOL, "chunks");
        }
        if (thread != null && !thread.isEmpty()) {
            labels.put(THREAD, SafeText.line(thread));
        }
        return labels;
    }

    private static List<ProfileFrame> frames(Site site) {
        List<ProfileFrame> frames = new ArrayList<>();
        site.frames().forEach(frame -> frames.add(ProfileFrame.of(frame)));
        return frames.isEmpty() ? List.of(ProfileFrame.named(site.toString())) : frames;
    }
}
