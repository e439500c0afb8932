package io.nmt.libraries.programs;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Pool;
import io.nmt.core.model.PooledSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Takes buffers from a pool and gives them back, on many threads, in all ways, and then tells what is not given back:
 * {@code LABEL OURS ERROR THEIRS LOST}, as the tracker and as the library say. Arguments: the allocator's kind, how
 * often, and the seed.
 */
public final class NettyBuffers {
    private static final int THREADS = 8;
    private static final int STEPS = 6000;
    private static final int MOST_SHARED = 400;
    private static final int LOST = 500;

    private static final List<ByteBuf> SHARED = new ArrayList<>();

    private final ByteBufAllocator allocator;

    private NettyBuffers(String kind) {
        this.allocator = kind.equals("pooled") ? new PooledByteBufAllocator(true) : new AdaptiveByteBufAllocator(true);
    }

    public static void main(String[] arguments) throws Exception {
        NettyBuffers program = new NettyBuffers(arguments[0]);
        int rounds = Integer.parseInt(arguments[1]);
        long seed = Long.parseLong(arguments[2]);
        if (arguments.length > 3) {
            program.round(seed);
            Figures.print("ready");
            System.in.read();
            program.say("attached");
        }
        for (int round = 1; round <= rounds; round++) {
            program.round(seed + (long) round * THREADS);
            program.say("round");
        }
        program.lose();
        program.say("lost");
        SHARED.forEach(ByteBuf::release);
        SHARED.clear();
        program.say("released");
        System.exit(0);
    }

    private void say(String label) {
        long ours = 0;
        long lost = 0;
        double variance = 0;
        for (PooledSite site : NativeMemory.pooledBuffers()) {
            ours += site.usage().liveBytes();
            lost += site.lostBytes() + site.goneBytes();
            variance += Math.pow((double) site.usage().standardErrorBytes(), 2);
        }
        Figures.print(label + ' ' + ours + ' ' + Math.round(Math.sqrt(variance)) + ' ' + theirs() + ' ' + lost);
    }

    /** Bytes in use by Netty; of the adaptive allocator, Netty itself does not tell them, but its chunks do. */
    private long theirs() {
        if (allocator instanceof PooledByteBufAllocator pooled) {
            return pooled.pinnedDirectMemory();
        }
        long inUse = 0;
        for (Pool pool : NativeMemory.pools()) {
            inUse += pool.inUseBytes();
        }
        return inUse;
    }

    /**
     * Until the threads have ended: when they do, Netty frees what they have cached, and may move a chunk from one list
     * to another, while it adds up what is pinned.
     */
    private void round(long seed) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Random random = new Random(seed + i);
            threads.add(start(() -> work(random), i));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Event loops, others, and virtual threads where there are some. */
    private static Thread start(Runnable work, int number) {
        if (number % 3 == 2 && Runtime.version().feature() >= 21) {
            try {
                return (Thread) Thread.class
                        .getMethod("startVirtualThread", Runnable.class)
                        .invoke(null, work);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
        Thread thread = number % 3 == 0 ? new FastThreadLocalThread(work) : new Thread(work);
        thread.start();
        return thread;
    }

    private void work(Random random) {
        List<ByteBuf> own = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            switch (random.nextInt(10)) {
                case 0, 1, 2, 3 -> take(random, own);
                case 4 -> grow(random, own);
                case 5 -> slice(random, own);
                case 6 -> compose(random, own);
                case 7 -> releaseAnothers(random);
                default -> {
                    if (!own.isEmpty()) {
                        own.remove(random.nextInt(own.size())).release();
                    }
                }
            }
        }
        own.forEach(ByteBuf::release);
    }

    private void take(Random random, List<ByteBuf> own) {
        int bytes = random.nextInt(100) == 0 ? random.nextInt(6 << 20) : random.nextInt(20_000);
        ByteBuf buffer = random.nextInt(8) == 0 ? allocator.heapBuffer(bytes) : allocator.directBuffer(bytes);
        synchronized (SHARED) {
            if (random.nextInt(40) == 0 && SHARED.size() < MOST_SHARED) {
                SHARED.add(buffer);
                return;
            }
        }
        own.add(buffer);
    }

    private static void grow(Random random, List<ByteBuf> own) {
        ByteBuf buffer = own.isEmpty() ? null : own.get(random.nextInt(own.size()));
        if (buffer != null && buffer.refCnt() == 1 && buffer.unwrap() == null) {
            buffer.ensureWritable(random.nextInt(40_000));
        }
    }

    private static void slice(Random random, List<ByteBuf> own) {
        if (!own.isEmpty()) {
            ByteBuf buffer = own.get(random.nextInt(own.size()));
            own.add(random.nextBoolean() ? buffer.retainedSlice() : buffer.retainedDuplicate());
        }
    }

    private void compose(Random random, List<ByteBuf> own) {
        if (random.nextInt(4) == 0 && !own.isEmpty()) {
            CompositeByteBuf composite = allocator.compositeDirectBuffer();
            composite.addComponent(true, allocator.directBuffer(100).writeByte(1));
            composite.addComponent(true, own.remove(random.nextInt(own.size())));
            own.add(composite);
        }
    }

    private static void releaseAnothers(Random random) {
        ByteBuf buffer = null;
        synchronized (SHARED) {
            if (!SHARED.isEmpty() && random.nextInt(20) == 0) {
                buffer = SHARED.remove(random.nextInt(SHARED.size()));
            }
        }
        if (buffer != null) {
            buffer.release();
        }
    }

    /** Forgets buffers without releasing them, and has them collected. */
    private void lose() {
        for (int i = 0; i < LOST; i++) {
            allocator.directBuffer(1024);
        }
        System.gc();
    }
}
