package io.nmt.libraries.programs;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;

/**
 * Takes buffers from a pool, in three methods, gives some of them back, on several threads, and counts what it does:
 * {@code NAME BUFFERS BYTES}; at the end {@code used BYTES}, as Netty says of its chunks. Argument: the allocator's
 * kind.
 */
public final class CountedBuffers {
    private static final int THREADS = 4;
    private static final int STEPS = 3000;
    private static final int MOST_BYTES = 20_000;
    private static final int HUGE_BYTES = 9 << 20;

    /** Reachable to the end: Netty gives back the chunks of unreachable pools. */
    private static CountedBuffers program;

    private final ByteBufAllocator allocator;
    private final Count kept = new Count();
    private final Count passed = new Count();
    private final Count grown = new Count();
    private final Count moved = new Count();
    private final Count freed = new Count();
    private final List<ByteBuf> held = new ArrayList<>(); // guarded by itself

    private CountedBuffers(String kind) {
        this.allocator = kind.equals("pooled") ? new PooledByteBufAllocator(true) : new AdaptiveByteBufAllocator(true);
    }

    private static final class Count {
        private final LongAdder buffers = new LongAdder();
        private final LongAdder bytes = new LongAdder();

        void add(int ofOne) {
            buffers.increment();
            bytes.add(ofOne);
        }

        void print(String name) {
            Figures.print(name + ' ' + buffers.sum() + ' ' + bytes.sum());
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        program = new CountedBuffers(arguments[0]);
        CountDownLatch done = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++) {
            Random random = new Random(i);
            new Thread(() -> {
                        program.work(random);
                        done.countDown();
                    })
                    .start();
        }
        done.await();
        program.pass(HUGE_BYTES);
        program.keep(HUGE_BYTES);
        program.kept.print("kept");
        program.passed.print("passed");
        program.grown.print("grown");
        program.moved.print("moved");
        program.freed.print("freed");
        Figures.print("used " + program.used());
    }

    private long used() {
        return allocator instanceof PooledByteBufAllocator pooled
                ? pooled.metric().usedDirectMemory()
                : ((AdaptiveByteBufAllocator) allocator).metric().usedDirectMemory();
    }

    private void work(Random random) {
        for (int i = 0; i < STEPS; i++) {
            int bytes = 1 + random.nextInt(MOST_BYTES);
            switch (random.nextInt(10)) {
                case 0 -> keep(bytes);
                case 1 -> grow(bytes);
                case 2 -> allocator.heapBuffer(bytes).release();
                default -> pass(bytes);
            }
        }
    }

    private void keep(int bytes) {
        ByteBuf buffer = allocator.directBuffer(bytes);
        kept.add(sizeOf(buffer));
        synchronized (held) {
            held.add(buffer);
        }
    }

    private void pass(int bytes) {
        ByteBuf buffer = allocator.directBuffer(bytes);
        passed.add(sizeOf(buffer));
        free(buffer);
    }

    private void grow(int bytes) {
        ByteBuf buffer = allocator.directBuffer(bytes);
        int before = sizeOf(buffer);
        grown.add(before);
        buffer.capacity(2 * bytes);
        if (sizeOf(buffer) != before) {
            moved.add(before);
            grown.add(sizeOf(buffer));
        }
        free(buffer);
    }

    private void free(ByteBuf buffer) {
        freed.add(sizeOf(buffer));
        buffer.release();
    }

    private static int sizeOf(ByteBuf buffer) {
        return buffer.writerIndex() + buffer.maxFastWritableBytes();
    }
}
