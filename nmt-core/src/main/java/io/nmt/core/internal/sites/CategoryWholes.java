package io.nmt.core.internal.sites;

import io.nmt.core.internal.counters.CounterSums;
import io.nmt.core.internal.counters.Counters;
import io.nmt.core.internal.counters.Peaks;
import io.nmt.core.internal.origins.Origins;
import io.nmt.core.model.Category;
import io.nmt.core.model.ThreadUsage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The figures of categories at one moment; of temporary buffers, those of each thread, too. Immutable. */
final class CategoryWholes implements Wholes {
    private static final int TEMPORARY_BUFFER = Category.NIO_TEMPORARY_BUFFER.id();

    private final CounterSums sums;
    private final Peaks peaks;

    CategoryWholes(Counters counters) {
        this.sums = counters.read();
        this.peaks = counters.peaks();
    }

    @Override
    public Whole of(int categoryId) {
        long bytes = sums.liveBytes(categoryId);
        return new Whole(bytes, Math.max(bytes, peaks.peakBytes(categoryId)), sums.liveBlocks(categoryId));
    }

    @Override
    public Map<String, Whole> byThread(int categoryId) {
        List<ThreadUsage> threads = categoryId == TEMPORARY_BUFFER ? Origins.allByThread(categoryId) : null;
        if (threads == null) {
            return null;
        }
        Map<String, Whole> wholes = new HashMap<>();
        for (ThreadUsage usage : threads) {
            Whole other = wholes.get(usage.threadName()); // threads of one name are one: see ThreadNames
            long bytes = usage.bytes() + (other == null ? 0 : other.bytes());
            long blocks = usage.count() + (other == null ? 0 : other.blocks());
            wholes.put(usage.threadName(), new Whole(bytes, Long.MAX_VALUE, blocks));
        }
        return wholes;
    }
}
