package io.nmt.jfr.recordings;

import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sampled blocks that were allocated and not freed. An address is used again and again, and events come in any
 * order: of each address, the latest allocation counts, unless there is a later free.
 */
final class LiveSamples {
    private final Map<Integer, Site> sites = new HashMap<>();
    private final Map<Long, Block> live = new HashMap<>();
    private final Map<Long, Instant> freedBefore = new HashMap<>();

    private record Block(Instant time, int site, long bytes, long weight) {}

    boolean isEmpty() {
        return sites.isEmpty();
    }

    void allocated(EventData event) {
        int site = event.getInt("site");
        sites.computeIfAbsent(site, id -> SampledStack.site(event.getString("type"), event.frames()));
        long address = event.getLong("address");
        Instant time = event.getStartTime();
        Instant freed = freedBefore.get(address); // stays: another earlier one may come yet
        if (freed != null && !freed.isBefore(time)) {
            return;
        }
        Block block = new Block(time, site, event.getLong("size"), event.getLong("weight"));
        live.merge(address, block, (one, other) -> one.time.isAfter(other.time) ? one : other);
    }

    void freed(EventData event) {
        long address = event.getLong("address");
        Instant time = event.getStartTime();
        Block block = live.get(address);
        // Its allocation may come yet; most often it was before the recording.
        freedBefore.merge(address, time, (one, other) -> one.isAfter(other) ? one : other);
        if (block != null && !block.time.isAfter(time)) {
            live.remove(address);
        }
    }

    List<SiteUsage> sites(Instant end) {
        Map<Integer, List<Block>> bySite = new LinkedHashMap<>();
        for (Block block : live.values()) {
            bySite.computeIfAbsent(block.site, id -> new ArrayList<>()).add(block);
        }
        List<SiteUsage> result = new ArrayList<>();
        bySite.forEach((id, blocks) -> result.add(usage(sites.get(id), blocks, end)));
        result.sort(Comparator.comparingLong(SiteUsage::liveBytes).reversed());
        return List.copyOf(result);
    }

    /**
     * A sample of weight W stands for W bytes in W / size blocks. It is taken with the probability size / W, so the
     * variance of the estimate is the sum of W * (W - size).
     */
    private static SiteUsage usage(Site site, List<Block> blocks, Instant end) {
        double bytes = 0;
        double count = 0;
        double variance = 0;
        Instant oldest = end;
        for (Block block : blocks) {
            bytes += block.weight;
            count += block.bytes == 0 ? 1 : (double) block.weight / block.bytes;
            variance += (double) block.weight * (block.weight - block.bytes);
            oldest = block.time.isBefore(oldest) ? block.time : oldest;
        }
        long liveBytes = Math.round(bytes);
        return SiteUsage.recorded(
                site,
                liveBytes,
                Math.round(Math.sqrt(Math.max(0, variance))),
                Math.round(count),
                liveBytes,
                Duration.between(oldest, end).toNanos());
    }
}
