package io.nmt.bench.memory;

import io.nmt.bench.support.ChildJvm;
import io.nmt.bench.support.NativeUnsafe;
import io.nmt.core.NativeMemory;
import io.nmt.core.TrackedAllocator;
import io.nmt.core.internal.counters.Counters;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import java.lang.reflect.Field;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The program that {@link ThreadsComeAndGo} measures. Each thread allocates a block; every other one frees it itself,
 * the others' blocks are freed when all threads have ended, by the main thread.
 */
final class ThreadsProgram {
    static final String BEFORE = "before";
    static final String PLATFORM = "platform threads";
    static final String VIRTUAL = "virtual threads";

    static final String HELD_BYTES = " held";
    static final String PEAK_BYTES = " peak";
    static final String PEAK_RIGHT = " peak right";
    static final String LEFT_BYTES = " bytes left";
    static final String LEFT_BLOCKS = " blocks left";
    static final String COUNTERS_UNCOLLECTED = " counters before a collection";
    static final String COUNTERS = " counters";
    static final String OVERHEAD = " overhead";
    static final String HEAP = " heap";

    private static final int AT_A_TIME = 50;
    private static final int BLOCK_BYTES = 256;
    /** The README's limit, for each thread that allocates. */
    private static final int PEAK_LAG_BYTES = 64 * 1024;

    private static final String CATEGORY = "Threads";

    private final boolean library;
    private final TrackedAllocator allocator;
    private final Queue<Long> left = new ConcurrentLinkedQueue<>();
    private final AtomicLong failures = new AtomicLong();

    private ThreadsProgram(boolean library) {
        this.library = library;
        allocator = library ? NativeMemory.allocator(Category.of(CATEGORY)) : null;
    }

    public static void main(String[] args) throws Exception {
        ThreadsProgram program = new ThreadsProgram(args[0].equals("library"));
        program.free(program.allocate());
        program.printLeft(BEFORE);
        program.printLeft(BEFORE); // anew: what was loaded for the first one is not what is left of threads
        program.run(PLATFORM, Integer.parseInt(args[1]), Thread::new, AT_A_TIME);
        if (Runtime.version().feature() >= 21) {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            ThreadFactory virtual = (ThreadFactory) Class.forName("java.lang.Thread$Builder")
                    .getMethod("factory")
                    .invoke(builder);
            program.run(VIRTUAL, Integer.parseInt(args[2]), virtual, 10 * AT_A_TIME);
        }
    }

    private void run(String phase, int threads, ThreadFactory factory, int atATime) throws Exception {
        Semaphore running = new Semaphore(atATime);
        for (int i = 0; i < threads; i++) {
            boolean keep = i % 2 == 1;
            running.acquire();
            factory.newThread(() -> {
                        try {
                            use(keep);
                        } catch (Throwable t) {
                            failures.incrementAndGet();
                        } finally {
                            running.release();
                        }
                    })
                    .start();
        }
        running.acquire(atATime);
        if (failures.get() != 0) {
            throw new IllegalStateException(failures + " threads failed");
        }
        int held = left.size();
        for (Long address = left.poll(); address != null; address = left.poll()) {
            free(address);
        }
        printPeak(phase, held, atATime);
        printLeft(phase);
    }

    private void use(boolean keep) {
        long address = allocate();
        if (keep) {
            left.add(address);
        } else {
            Thread.yield();
            free(address);
        }
    }

    private long allocate() {
        return library ? allocator.allocate(BLOCK_BYTES) : NativeUnsafe.UNSAFE.allocateMemory(BLOCK_BYTES);
    }

    private void free(long address) {
        if (library) {
            allocator.free(address);
        } else {
            NativeUnsafe.UNSAFE.freeMemory(address);
        }
    }

    private CategoryUsage usage() {
        return NativeMemory.snapshot().category(library ? CATEGORY : Category.UNSAFE.name());
    }

    /**
     * The held blocks were all live once, and one more of each running thread at the most. No snapshot was taken then,
     * which would have corrected the peak.
     */
    private void printPeak(String phase, int held, int atATime) {
        long heldBytes = (long) held * BLOCK_BYTES;
        long peakBytes = usage().peakCommitted();
        long lagBytes = Math.max(heldBytes / 100, (long) atATime * PEAK_LAG_BYTES);
        boolean right = peakBytes >= heldBytes - lagBytes && peakBytes <= heldBytes + (long) atATime * BLOCK_BYTES;
        ChildJvm.print(phase + HELD_BYTES, heldBytes);
        ChildJvm.print(phase + PEAK_BYTES, peakBytes);
        ChildJvm.print(phase + PEAK_RIGHT, right ? 1 : 0);
    }

    private void printLeft(String phase) throws InterruptedException, ReflectiveOperationException {
        CategoryUsage usage = usage();
        ChildJvm.print(phase + LEFT_BYTES, usage.committed());
        ChildJvm.print(phase + LEFT_BLOCKS, usage.count());
        ChildJvm.print(phase + COUNTERS_UNCOLLECTED, keptCounters());
        JvmMemory.heapBytesAfterCollection(); // so that the tracker sees which threads have ended
        ChildJvm.print(phase + COUNTERS, keptCounters());
        ChildJvm.print(phase + OVERHEAD, NativeMemory.snapshot().overheadBytes());
        ChildJvm.print(phase + HEAP, JvmMemory.heapBytesAfterCollection());
    }

    /** The number of threads whose counters are kept one by one, which nothing public tells. */
    private static int keptCounters() throws ReflectiveOperationException {
        Field field = Tracker.class.getDeclaredField("COUNTERS");
        field.setAccessible(true);
        return ((Counters) field.get(null)).read().threads();
    }
}
