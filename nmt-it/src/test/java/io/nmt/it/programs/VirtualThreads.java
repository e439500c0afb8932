package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** 10,000 virtual threads, which move between carriers; each allocates two blocks and keeps one. JDK 21 or later. */
public final class VirtualThreads {
    static final int THREADS = 10_000;

    private VirtualThreads() {}

    public static void main(String[] arguments) throws Exception {
        ExecutorService executor = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        List<Future<Long>> kept = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int bytes = 1 + i % 100;
            kept.add(executor.submit(() -> allocateTwoFreeOne(bytes)));
        }
        List<Long> addresses = new ArrayList<>();
        for (Future<Long> future : kept) {
            addresses.add(future.get());
        }
        Figures.say("one of two freed");
        List<Future<?>> freed = new ArrayList<>();
        for (long address : addresses) {
            freed.add(executor.submit(() -> UNSAFE.freeMemory(address)));
        }
        for (Future<?> future : freed) {
            future.get();
        }
        executor.shutdown();
        Figures.say("all freed");
    }

    private static long allocateTwoFreeOne(int bytes) {
        long address = UNSAFE.allocateMemory(bytes);
        ByteBuffer direct = ByteBuffer.allocateDirect(64);
        LockSupport.parkNanos(1); // unmounts
        UNSAFE.invokeCleaner(direct);
        return address;
    }
}
