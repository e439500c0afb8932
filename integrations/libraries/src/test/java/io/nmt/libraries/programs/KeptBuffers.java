package io.nmt.libraries.programs;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Pool;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes buffers from a pool, keeps some of them, loses some, and tells what Netty says is in use, {@code theirs BYTES},
 * until it is told to end. Argument: the allocator's kind.
 */
public final class KeptBuffers {
    /** Buffers that are kept of each size, one of them larger than a chunk. */
    public static final int KEPT = 50;

    public static final int LOST = 20;
    public static final int LOST_BYTES = 1024;

    private static final int[] SIZES = {100, 3000, 20_000};
    private static final int HUGE_BYTES = 9 << 20;
    private static final List<ByteBuf> BUFFERS = new ArrayList<>();

    private final ByteBufAllocator allocator;

    private KeptBuffers(String kind) {
        this.allocator = kind.equals("pooled") ? new PooledByteBufAllocator(true) : new AdaptiveByteBufAllocator(true);
    }

    public static void main(String[] arguments) throws Exception {
        KeptBuffers program = new KeptBuffers(arguments[0]);
        Thread thread = new Thread(program::keep, "=keeper");
        thread.start();
        thread.join();
        new Retainer().retain(BUFFERS.get(0));
        program.lose();
        Figures.print("theirs " + program.inUse());
        Figures.print("ready");
        System.in.read();
        System.exit(0);
    }

    /** Bytes in use; of the adaptive allocator, Netty itself does not tell them, but its chunks do. */
    private long inUse() {
        if (allocator instanceof PooledByteBufAllocator pooled) {
            return pooled.pinnedDirectMemory();
        }
        return NativeMemory.pools().stream().mapToLong(Pool::inUseBytes).sum();
    }

    private void keep() {
        for (int i = 0; i < KEPT; i++) {
            for (int bytes : SIZES) {
                BUFFERS.add(allocator.directBuffer(bytes));
                allocator.directBuffer(bytes).release();
            }
        }
        BUFFERS.add(allocator.directBuffer(HUGE_BYTES));
    }

    /** Forgets buffers without releasing them, and has them collected. */
    private void lose() {
        for (int i = 0; i < LOST; i++) {
            allocator.directBuffer(LOST_BYTES);
        }
        System.gc();
    }

    /** Goes on using a buffer, and never releases it. */
    private static final class Retainer {
        void retain(ByteBuf buffer) {
            buffer.retain();
            buffer.touch(this);
        }
    }
}
