package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * 256 threads allocate, 64 threads free what these allocated. At five pauses it tells what should be live and what the
 * tracker says.
 */
public final class ManyThreads {
    static final int ALLOCATORS = 256;
    static final int FREERS = 64;
    static final int PAUSES = 5;
    private static final int BLOCKS_PER_ROUND = 200;
    private static final int FREES_PER_ROUND = 600; // three quarters of what is allocated

    private static final ConcurrentLinkedQueue<long[]> LIVE = new ConcurrentLinkedQueue<>();
    private static final LongAdder BYTES = new LongAdder();
    private static final LongAdder BLOCKS = new LongAdder();
    private static final AtomicLong FAILURES = new AtomicLong();

    // All meet before the pause and after it.
    private static final CyclicBarrier BARRIER = new CyclicBarrier(ALLOCATORS + FREERS + 1);

    private ManyThreads() {}

    public static void main(String[] arguments) throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < ALLOCATORS; i++) {
            int seed = i;
            threads.add(new Thread(() -> rounds(() -> allocate(seed))));
        }
        for (int i = 0; i < FREERS; i++) {
            threads.add(new Thread(() -> rounds(() -> free(FREES_PER_ROUND))));
        }
        threads.forEach(Thread::start);
        for (int pause = 1; pause <= PAUSES; pause++) {
            BARRIER.await();
            tell("pause " + pause);
            BARRIER.await();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        tell("threads ended");
        free(Integer.MAX_VALUE);
        tell("all freed");
        Talk.say("failures " + FAILURES);
    }

    private static void tell(String label) {
        Talk.say("expected " + label + " " + BYTES.sum() + " bytes " + BLOCKS.sum() + " blocks");
        Figures.say(label);
    }

    private static void rounds(Runnable round) {
        try {
            for (int pause = 1; pause <= PAUSES; pause++) {
                round.run();
                BARRIER.await();
                BARRIER.await();
            }
        } catch (InterruptedException | BrokenBarrierException | RuntimeException e) {
            FAILURES.incrementAndGet();
        }
    }

    private static void allocate(int seed) {
        for (int i = 0; i < BLOCKS_PER_ROUND; i++) {
            long bytes = 1 + (seed * 31L + i * 17L) % 3000;
            LIVE.add(new long[] {UNSAFE.allocateMemory(bytes), bytes});
            BYTES.add(bytes);
            BLOCKS.increment();
        }
    }

    private static void free(int most) {
        long[] block = LIVE.poll();
        for (int i = 1; block != null; i++) {
            UNSAFE.freeMemory(block[0]);
            BYTES.add(-block[1]);
            BLOCKS.decrement();
            block = i < most ? LIVE.poll() : null;
        }
    }
}
