package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Eight threads that allocate and free in two categories without a pause, for one and a half seconds. */
public final class Churn {
    private static final int THREADS = 8;
    private static final int BLOCKS_PER_ROUND = 100;
    private static final long NANOS = 1_500_000_000;

    private Churn() {}

    public static void main(String[] arguments) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(new Thread(Churn::work));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        Talk.say("done");
    }

    private static void work() {
        long[] addresses = new long[BLOCKS_PER_ROUND];
        long start = System.nanoTime();
        for (int round = 0; System.nanoTime() - start < NANOS; round++) {
            for (int i = 0; i < BLOCKS_PER_ROUND; i++) {
                addresses[i] = UNSAFE.allocateMemory(1 + i * 100L);
            }
            ByteBuffer direct = ByteBuffer.allocateDirect(1 + round % 10_000);
            for (long address : addresses) {
                UNSAFE.freeMemory(address);
            }
            UNSAFE.invokeCleaner(direct);
        }
    }
}
