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

    // Events that are kept; a free has a negative weight.
    private int kept;
    private long[] micros = new long[FIRST_KEPT];
    private long[] addresses = new long[FIRST_KEPT];
    private long[] sizes = new long[FIRST_KEPT];
    private long[] weights = new long[FIRST_KEPT];
    private int[] sites = new int[FIRST_KEPT];
    private int[] threads = new int[FIRST_KEPT];

    private final Map<Long, Block> live = new HashMap<>();
    private final Map<Long, Block> freedBefore = new HashMap<>(); // of unknown allocation
    private final EarlierBlocks earlier;

    private record Block(long micros, int site, int thread, long size, long weight) {}

    /**
     * Takes in samples.
     *
     * @param rows to add up in
     * @param earlier takes blocks that were allocated before the recording
     */
    SampleMatcher(SampleRows rows, EarlierBlocks earlier) {
        this.rows = rows;
        this.earlier = earlier;
    }

    void allocated(EventData event) {
        int site = event.getInt("site");
        if (!rows.knows(site)) {
            rows.name(site, SampledStack.site(event.getString("type"), event.frames()));
        }
        keep(event, Math.max(1, event.getLong("weight")), site, rows.thread(event.threadName()));
    }

    void freed(EventData event) {
        long weight = event.hasField("weight") ? event.getLong("weight") : 0; // of a damaged recording
        int site = event.hasField("site") ? event.getInt("site") : 0;
        keep(event, -Math.max(1, weight), site, SampledBlocks.UNKNOWN_THREAD);
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
            Block block =
                    new Block(micros[event], sites[event], threads[event], sizes[event], Math.abs(weights[event]));
            if (weights[event] < 0) {
                free(addresses[event], block);
            } else {
                allocate(addresses[event], block);
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
        Block freed = freedBefore.remove(address);
        if (freed != null && freed.micros >= block.micros) {
            add(block, freed.micros);
            return;
        }
        if (freed != null) {
            addEarlier(freed);
        }
        Block before = live.put(address, block);
        if (before != null) {
            // Its free is not in the recording; the address was free before it was given again.
            add(before, block.micros);
        }
    }

    private void free(long address, Block freed) {
        Block block = live.remove(address);
        if (block == null) {
            // Its allocation may come late; most often it was before the recording.
            freedBefore.merge(address, freed, this::later);
        } else {
            add(block, freed.micros);
        }
    }

    private Block later(Block one, Block other) {
        addEarlier(one.micros < other.micros ? one : other);
        return one.micros < other.micros ? other : one;
    }

    private void addEarlier(Block freed) {
        earlier.freed(freed.site, freed.micros / MICROS_PER_MILLI, freed.size, freed.weight);
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
     * @param begin of the recording; null if it is unknown
     */
    SampledBlocks finish(Map<Integer, Site> better, Instant begin) {
        match(kept);
        for (Block block : live.values()) {
            add(block, SampledBlocks.NEVER, rows);
        }
        live.clear();
        freedBefore.values().forEach(this::addEarlier);
        freedBefore.clear();
        if (begin != null && !rows.isEmpty()) { // else the figures of sites are all there is
            earlier.addTo(rows, begin);
        }
        return rows.build(better);
    }
}
