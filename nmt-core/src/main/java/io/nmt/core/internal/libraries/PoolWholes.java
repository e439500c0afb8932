package io.nmt.core.internal.libraries;

import io.nmt.core.internal.sites.Samples;
import io.nmt.core.internal.sites.Whole;
import io.nmt.core.internal.sites.Wholes;
import io.nmt.core.model.Category;
import io.nmt.core.model.Pool;
import java.util.EnumMap;
import java.util.Map;

/** The bytes that buffers of each kind of pool have at the most, by the pools' own figures. Not thread-safe. */
final class PoolWholes implements Wholes {
    private static final PoolKind[] KINDS = PoolKind.values();

    private final Map<PoolKind, Whole> wholes = new EnumMap<>(PoolKind.class);

    /** Adds what a chunk has in buffers, or what many have; unknown if the pool does not tell. */
    void add(PoolKind kind, long bytes, long buffers) {
        Whole before = wholes.get(kind);
        long allBytes = sum(before == null ? 0 : before.bytes(), bytes);
        long allBuffers = sum(before == null ? 0 : before.blocks(), buffers);
        wholes.put(kind, new Whole(allBytes, Long.MAX_VALUE, allBuffers));
    }

    private static long sum(long one, long other) {
        return one == Long.MAX_VALUE || other == Pool.UNKNOWN ? Long.MAX_VALUE : one + other;
    }

    @Override
    public Whole of(int groupId) {
        PoolKind kind = KINDS[groupId];
        return kind == PoolKind.JETTY_UNPOOLED
                ? Samples.wholes().of(Category.DIRECT_BUFFER.id())
                : wholes.getOrDefault(kind, Whole.UNKNOWN);
    }
}
