package io.nmt.jfr.recordings;

import io.nmt.core.model.Site;
import io.nmt.report.page.SampledBlocks;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds the free of each sampled block. Events come in about the order of their times, as threads give up their
 * buffers: some are kept, put in order, and the older half of them is looked at. So memory is taken by what is kept and
 * by what is live, not by all that a recording has.
 */
final class SampleMatcher {
    private static final int INDEX_BITS = 20;
    private static final int MOST_KEPT = 1 << INDEX_BITS;
    private static final int FIRST_KEPT = 1 << 10;
    private static final long NANOS_PER_MICRO = 1000;
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long MICROS_PER_MILLI = 1000;
    private static final long LATEST_MICROS = 1L << (Long.SIZE - 1 - INDEX_BITS);

    private final SampleRows rows;

    // Events that are kept; a free has no weight.
    private int kept;
    private long[] micros = new long[FIRST_KEPT];
    private long[] addresses = new long[FIRST_KEPT];
    private long[] sizes = new long[FIRST_KEPT];
    private long[] weights = new long[FIRST_KEPT];
    private int[] sites = new int[FIRST_KEPT];
    private int[] threads = new int[FIRST_KEPT];

    private final Map<Long, Block> live = new HashMap<>();
    private final Map<Long, Long> freedBefore = new HashMap<>();

    private record Block(long micros, int site, int thread, long size, long weight) {}

    SampleMatcher(SampleRows rows) {
        this.rows = rows;
    }

    void allocated(EventData event) {
        int site = event.getInt("site");
        if (!rows.knows(site)) {
            rows.name(site, SampledStack.site(event.getString("type"), event.frames()));
        }
        keep(event, Math.max(1, event.getLong("weight")), site, rows.thread(event.threadName()));
    }

    void freed(EventData event) {
        keep(event, 0, 0, SampledBlocks.UNKNOWN_THREAD);
    }

    private void keep(EventData event, long weight, int site, int thread) {
        if (kept == MOST_KEPT) {
            match(MOST_KEPT / 2);
        }
        if (kept == micros.length) {
            grow();
        }
        Instant time = event.getStartTime();
        micros[kept] = time.getEpochSecond() * MICROS_PER_SECOND + time.getNano() / NANOS_PER_MICRO;
        addresses[kept] = event.getLong("address");
        sizes[kept] = event.getLong("size");
        weights[kept] = weight;
        sites[kept] = site;
        threads[kept++] = thread;
    }

    private void grow() {
        int length = 2 * kept;
        micros = Arrays.copyOf(micros, length);
        addresses = Arrays.copyOf(addresses, length);
        sizes = Arrays.copyOf(sizes, length);
        weights = Arrays.copyOf(weights, length);
        sites = Arrays.copyOf(sites, length);
        threads = Arrays.copyOf(threads, length);
    }

    /** Looks at the oldest events, so many of them; the others stay. */
    private void match(int oldest) {
        int[] order = order();
        for (int i = 0; i < oldest; i++) {
            int event = order[i];
            if (weights[event] == 0) {
                free(micros[event], addresses[event]);
            } else {
                allocate(
                        addresses[event],
                        new Block(micros[event], sites[event], threads[event], sizes[event], weights[event]));
            }
        }
        int[] rest = Arrays.copyOfRange(order, oldest, kept);
        Arrays.sort(rest);
        kept = 0;
        for (int event : rest) {
            micros[kept] = micros[event];
            addresses[kept] = addresses[event];
            sizes[kept] = sizes[event];
            weights[kept] = weights[event];
            sites[kept] = sites[event];
            threads[kept++] = threads[event];
        }
    }

    /** By time; those of the same microsecond as they came. */
    private int[] order() {
        long base = Long.MAX_VALUE;
        for (int i = 0; i < kept; i++) {
            base = Math.min(base, micros[i]);
        }
        long[] keys = new long[kept];
        for (int i = 0; i < kept; i++) {
            keys[i] = Math.min(micros[i] - base, LATEST_MICROS - 1) << INDEX_BITS | i;
        }
        Arrays.sort(keys);
        int[] order = new int[kept];
        for (int i = 0; i < kept; i++) {
            order[i] = (int) (keys[i] & (MOST_KEPT - 1));
        }
        return order;
    }

    private void allocate(long address, Block block) {
        Long freed = freedBefore.remove(address);
        if (freed != null && freed >= block.micros) {
            add(block, freed);
            return;
        }
        Block before = live.put(address, block);
        if (before != null) {
            // Its free is not in the recording; the address was free before it was given again.
            add(before, block.micros);
        }
    }

    private void free(long time, long address) {
        Block block = live.remove(address);
        if (block == null) {
            // Its allocation may come late; most often it was before the recording.
            freedBefore.merge(address, time, Math::max);
        } else {
            add(block, time);
        }
    }

    private void add(Block block, long freedMicros) {
        add(block, freedMicros / MICROS_PER_MILLI, rows);
    }

    private static void add(Block block, long freedMillis, SampleRows rows) {
        rows.add(block.micros / MICROS_PER_MILLI, freedMillis, block.site, block.thread, block.size, block.weight);
    }

    /**
     * Looks at what is still kept. What is not freed then is live.
     *
     * @param better the sites of which more is known than samples tell
     */
    SampledBlocks finish(Map<Integer, Site> better) {
        match(kept);
        for (Block block : live.values()) {
            add(block, SampledBlocks.NEVER, rows);
        }
        live.clear();
        return rows.build(better);
    }
}
