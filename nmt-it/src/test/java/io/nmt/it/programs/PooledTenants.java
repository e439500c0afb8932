package io.nmt.it.programs;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.nmt.core.NativeMemory;
import io.nmt.core.Scope;
import io.nmt.core.model.ScopeUsage;
import java.util.ArrayList;
import java.util.List;

/** Two tenants keep and release buffers of Netty's pool, and one keeps a buffer that is larger than a chunk. */
public final class PooledTenants {
    /** Bytes of a buffer, a size class of the pool. */
    public static final int BUFFER = 10 << 10;

    /** Bytes of a buffer that has memory of its own. */
    public static final int LARGE = 9_000_000;

    private PooledTenants() {}

    public static void main(String[] arguments) {
        List<ByteBuf> kept = new ArrayList<>();
        PooledByteBufAllocator.DEFAULT.directBuffer(BUFFER).release(); // Netty itself allocates at its start
        serve("acme", 100, 50, kept);
        serve("beta", 10, 0, kept);
        try (Scope scope = NativeMemory.scope("tenant", "beta")) {
            kept.add(PooledByteBufAllocator.DEFAULT.directBuffer(LARGE));
            Talk.say("kept " + kept.size() + (scope == null ? "" : "."));
        }
        for (ScopeUsage usage : NativeMemory.scopes()) {
            Talk.say(usage.name() + " live " + usage.liveBytes() + " in " + usage.liveCount() + ", allocated "
                    + usage.allocatedBytes());
        }
    }

    private static void serve(String tenant, int keeps, int releases, List<ByteBuf> kept) {
        try (Scope scope = NativeMemory.scope("tenant", tenant)) {
            for (int i = 0; i < keeps; i++) {
                kept.add(PooledByteBufAllocator.DEFAULT.directBuffer(BUFFER));
            }
            for (int i = 0; i < releases && scope != null; i++) {
                PooledByteBufAllocator.DEFAULT.directBuffer(BUFFER).release();
            }
        }
    }
}
