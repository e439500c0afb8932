package io.nmt.libraries.programs;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Memory that looks like a leak and is none, until a line is read. With the argument {@code cache}, most buffers are
 * released, but the few entries of a cache lie in as many chunks (netty/netty#16827); with {@code bursts}, all are
 * released, again and again (quarkusio/quarkus#55776).
 */
public final class ReleasedBuffers {
    private static final int ENTRY_BYTES = 256 << 10;
    private static final int BLOCK_BYTES = 64 << 10;
    private static final int BLOCKS_FOR_EACH_ENTRY = 56; // with it, most of a chunk
    private static final int ENTRIES = 40;
    private static final int READ_MILLIS = 100;

    private static final int BURST_THREADS = 2;
    private static final int BUFFER_BYTES = 8 << 10;
    private static final int BURST_BUFFERS = (160 << 20) / BUFFER_BYTES / BURST_THREADS;
    private static final int BURST_MILLIS = 500;

    private ReleasedBuffers() {}

    /** A cache whose entries are read again and again. */
    private static final class Cache {
        private final ByteBufAllocator allocator;
        private final List<ByteBuf> entries = new ArrayList<>();

        Cache(ByteBufAllocator allocator) {
            this.allocator = allocator;
        }

        /** While it is filled there is much traffic, too. */
        void fill() {
            List<ByteBuf> taken = new ArrayList<>();
            for (int i = 0; i < ENTRIES; i++) {
                for (int j = 0; j < BLOCKS_FOR_EACH_ENTRY; j++) {
                    taken.add(allocator.directBuffer(BLOCK_BYTES));
                }
                put();
            }
            taken.forEach(ByteBuf::release);
        }

        private void put() {
            entries.add(allocator.directBuffer(ENTRY_BYTES).writeZero(ENTRY_BYTES));
        }

        void read() {
            for (ByteBuf entry : entries) {
                ByteBuf copy = allocator.directBuffer(ENTRY_BYTES);
                copy.writeBytes(entry.duplicate());
                copy.release();
            }
        }
    }

    /** Much of one size at once, and then nothing. */
    private static final class Bursts {
        private final ByteBufAllocator allocator;
        private final List<ByteBuf> taken = new ArrayList<>();

        Bursts(ByteBufAllocator allocator) {
            this.allocator = allocator;
        }

        private void rise() {
            for (int i = 0; i < BURST_BUFFERS; i++) {
                taken.add(allocator.directBuffer(BUFFER_BYTES));
            }
        }

        private void fall() {
            taken.forEach(ByteBuf::release);
            taken.clear();
        }

        void riseOrFall() {
            if (taken.isEmpty()) {
                rise();
            } else {
                fall();
            }
        }
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments[0].equals("cache")) {
            Cache cache = new Cache(new PooledByteBufAllocator(true));
            cache.fill();
            repeat(cache::read, READ_MILLIS);
        } else {
            ByteBufAllocator allocator = new AdaptiveByteBufAllocator(true);
            for (int i = 0; i < BURST_THREADS; i++) {
                Bursts bursts = new Bursts(allocator);
                repeat(bursts::riseOrFall, BURST_MILLIS);
            }
        }
        Figures.print("ready");
        System.in.read();
        System.exit(0);
    }

    /** On a thread like an event loop's, which has caches. */
    @SuppressWarnings("FutureReturnValueIgnored") // it ends with the process
    private static void repeat(Runnable work, int millis) {
        Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("loop", true))
                .scheduleWithFixedDelay(work, 0, millis, TimeUnit.MILLISECONDS);
    }
}
