package io.nmt.core.internal.unreachable;

import io.nmt.core.model.Category;
import io.nmt.core.model.Unreachable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Has the garbage collector find unreachable memory, and counts what cleaners then free. Thread-safe. */
public final class UnreachableMemory {
    /*
     * The collector hands what it finds to the thread "Reference Handler". That one runs the cleaners of direct buffers
     * and of mappings itself, and passes the others on to the threads that wait for them. So what these threads free
     * from just before the collection until all of them have come to rest is what was unreachable. Each thread counts
     * what it frees apart from all others, so nothing that the application frees meanwhile is mixed in.
     */

    // Two at once would each take what both find, and wait for each other to come to rest.
    private static final ReentrantLock LOCK = new ReentrantLock();

    // How often each thread must be seen at rest, and how long between: it may have been woken up, but not run yet.
    private static final int SIGHTINGS = 10;
    private static final long PAUSE_MILLIS = 5;

    private UnreachableMemory() {}

    /**
     * Frees what is unreachable, and tells how much that was.
     *
     * <p>Only a garbage collection can know, so this runs a full one ({@link System#gc}; with {@code
     * -XX:+ExplicitGCInvokesConcurrent} two, of which the first misses some), which may pause the application as long
     * as that takes, and waits until the cleaners have done their work. It collects what a collection finds at once:
     * not what is softly reachable, nor what becomes unreachable only once another object's finalizer has run. What
     * the application drops or another collection finds while this runs may be included. Not included is what a cleaner
     * frees on a virtual thread, and what a thread frees that polls a reference queue without ever waiting for it.
     *
     * <p>If the current thread is interrupted, this returns at once, not settled, and the thread stays interrupted.
     *
     * @param patience how long to wait for cleaners once the collection is over
     * @return what was freed
     * @throws UnsupportedOperationException if threads' counters cannot be told apart: before JDK 22, without the agent
     */
    public static Unreachable collect(Duration patience) {
        LOCK.lock();
        try {
            List<CleaningThread> threads = CleaningThread.all();
            FullCollection collection = new FullCollection();
            boolean collected = collection.run();
            boolean settled = collected && await(collection, threads, patience);
            return collected ? of(threads, settled) : new Unreachable(List.of(), 0, 0, 0, false, false);
        } finally {
            LOCK.unlock();
        }
    }

    private static boolean await(FullCollection collection, List<CleaningThread> threads, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        try {
            // Now the reference handler has begun with what was found, and is at rest only when it has passed on all.
            if (!collection.awaitHandling(end)) {
                return false;
            }
            for (int i = 0; i < SIGHTINGS; i++) {
                for (CleaningThread thread : threads) {
                    while (!thread.atRest()) {
                        if (System.nanoTime() - end >= 0) {
                            return false;
                        }
                        Thread.sleep(1);
                    }
                }
                Thread.sleep(PAUSE_MILLIS);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static Unreachable of(List<CleaningThread> threads, boolean settled) {
        List<Unreachable.Freed> categories = new ArrayList<>();
        long bytes = 0;
        long blocks = 0;
        for (Category category : Category.all()) {
            long bytesOfCategory = 0;
            long blocksOfCategory = 0;
            for (CleaningThread thread : threads) {
                bytesOfCategory += thread.freedBytes(category.id());
                blocksOfCategory += thread.freedBlocks(category.id());
            }
            if (blocksOfCategory != 0) {
                categories.add(new Unreachable.Freed(category.name(), bytesOfCategory, blocksOfCategory));
                bytes += bytesOfCategory;
                blocks += blocksOfCategory;
            }
        }
        categories.sort(Comparator.comparingLong(Unreachable.Freed::bytes).reversed());
        long unknownBlocks =
                threads.stream().mapToLong(CleaningThread::unknownFrees).sum();
        return new Unreachable(categories, bytes, blocks, unknownBlocks, true, settled);
    }
}
