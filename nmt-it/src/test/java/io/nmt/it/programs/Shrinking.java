package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import io.nmt.core.NativeMemory;
import io.nmt.core.TrackedAllocator;
import io.nmt.core.model.Category;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/**
 * Holds memory in three categories, and when told to, less of it, of one nothing, and of another what one call site
 * took before.
 */
public final class Shrinking {
    private static final int MIB = 1 << 20;
    private static final int THREADS = 50;

    private Shrinking() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        TrackedAllocator before = NativeMemory.allocator(Category.of("Before"));
        TrackedAllocator after = NativeMemory.allocator(Category.of("After"));
        long block = UNSAFE.allocateMemory(8 * MIB);
        // Both by one call: only the category tells the two call sites apart.
        TrackedAllocator[] allocators = {before, after};
        long[] addresses = new long[2];
        for (int i = 0; i < 2; i++) {
            if (i == 1) {
                Talk.say("held");
                Talk.await("change");
                UNSAFE.freeMemory(block);
                before.free(addresses[0]);
            }
            addresses[i] = allocators[i].allocate(4 * MIB);
        }
        UNSAFE.allocateMemory(MIB);
        startThreads();
        Talk.say("changed");
        Talk.await("finish");
    }

    private static void startThreads() throws InterruptedException {
        CountDownLatch started = new CountDownLatch(THREADS);
        CountDownLatch never = new CountDownLatch(1);
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> {
                started.countDown();
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
        started.await();
    }
}
