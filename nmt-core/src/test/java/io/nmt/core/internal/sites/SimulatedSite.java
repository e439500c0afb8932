package io.nmt.core.internal.sites;

import io.nmt.core.model.Category;
import io.nmt.core.model.SiteUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A call site whose clock and chance are the test's: its blocks are sampled as {@code SampleCountdown} samples them.
 */
final class SimulatedSite {
    static final long INTERVAL = 512 << 10;
    static final long SECOND = 100;
    static final long MINUTE = 60 * SECOND;
    static final long HOUR = 60 * MINUTE;

    private final CallSite site = new CallSite(1, Category.UNSAFE.id(), List.of(), 0);
    private final List<Block> sampled = new ArrayList<>();
    final Random random;

    /** A sampled block that lives. */
    record Block(long bytes, long time) {}

    SimulatedSite(long seed) {
        this.random = new Random(seed);
    }

    /** Returns the block if it is sampled, else null. */
    Block allocate(long bytes, long now) {
        if (random.nextDouble() >= -Math.expm1(-(double) bytes / INTERVAL)) {
            return null;
        }
        Block block = new Block(bytes, now);
        sampled.add(block);
        site.allocated(estimate(block), now);
        return block;
    }

    void allocate(int count, long bytes, long now) {
        for (int i = 0; i < count; i++) {
            allocate(bytes, now);
        }
    }

    void free(Block block, long now) {
        if (block != null) {
            sampled.remove(block); // or one that is equal
            site.freed(estimate(block), now);
        }
    }

    void freeAll(long now) {
        while (!sampled.isEmpty()) {
            site.freed(estimate(sampled.remove(sampled.size() - 1)), now);
        }
    }

    private static long estimate(Block block) {
        return Math.round(block.bytes() * Weight.of(block.bytes(), INTERVAL));
    }

    /** Null if no sample lives. */
    SiteUsage usage(long now) {
        return usage(now, Whole.UNKNOWN);
    }

    /** As the only site of a category. */
    SiteUsage usage(long now, Whole category) {
        SiteSum sum = new SiteSum(site, INTERVAL, now);
        for (Block block : sampled) {
            sum.add(SampleRecord.of(1, 0, block.time()), block.bytes(), true);
        }
        return new SiteBounds(List.of(sum), List.of(), id -> category).usage(sum, site.site());
    }
}
