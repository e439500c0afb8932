package io.nmt.report.reading.sources;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The stacks of all threads, whether they wait or run, from what glibc itself keeps of each.
 *
 * <p>Above a thread's stack, at the end of its mapping, lies its {@code struct pthread} (glibc, {@code nptl/descr.h}).
 * On x86-64 it begins with its own address, and has that once more 16 bytes on; at 0x2c0 it is linked with those of all
 * other threads, in both directions; its thread number follows at 0x2d0, and further on are begin and length of its
 * stack. So from one thread, all are found.
 *
 * <p>Nothing is taken on trust: what does not look like it, on another processor or with another C library, or because
 * a thread ended meanwhile, ends the walk. Not thread-safe.
 */
final class PosixThreads {
    private static final int BYTES = 0x900;
    private static final int SELF_OFFSET = 0x10;
    private static final int LIST_OFFSET = 0x2c0;
    private static final int TID_OFFSET = 0x2d0;
    private static final int LONGS = BYTES / Long.BYTES;
    private static final long PAGE_BYTES = 4096;
    private static final long NEAR_END_BYTES = 2 * PAGE_BYTES;
    private static final long LARGEST_ABOVE_BYTES = 64 << 10;
    private static final int MOST_THREADS = 100_000;

    private final ProcessMemory memory;
    private final Map<Integer, ThreadStack> stacks = new HashMap<>();
    private int stackField;

    PosixThreads(ProcessMemory memory) {
        this.memory = memory;
    }

    /** By thread number. */
    Map<Integer, ThreadStack> stacks() {
        return stacks;
    }

    /**
     * Finds all threads, from one.
     *
     * @param tid its number
     * @param end where its mapping ends
     * @return whether it is where it was looked for
     */
    boolean findFrom(int tid, long end) {
        long first = find(tid, end);
        if (first == 0) {
            return false;
        }
        walk(first, 0);
        walk(first, 1);
        return true;
    }

    /** Returns the address of a thread's {@code struct pthread}, or 0. */
    private long find(int tid, long end) {
        long from = end - NEAR_END_BYTES;
        if (!memory.read(from, (int) (NEAR_END_BYTES / Long.BYTES))) {
            return 0;
        }
        int self = SELF_OFFSET / Long.BYTES;
        for (int i = (int) (NEAR_END_BYTES - BYTES) / Long.BYTES; i >= 0; i -= 2) {
            long address = from + (long) i * Long.BYTES;
            if (memory.get(i) == address
                    && memory.get(i + self) == address
                    && memory.getInt((i * Long.BYTES + TID_OFFSET) / Integer.BYTES) == tid) {
                return address;
            }
        }
        return 0;
    }

    /** {@code direction} is 0 for the next of each, 1 for the one before. */
    private void walk(long first, int direction) {
        Set<Long> seen = new HashSet<>();
        long thread = first;
        while (thread != -LIST_OFFSET && seen.add(thread) && seen.size() < MOST_THREADS) {
            long following;
            if (memory.read(thread, LONGS)
                    && memory.get(0) == thread
                    && memory.get(SELF_OFFSET / Long.BYTES) == thread) {
                add(thread);
                following = memory.get(LIST_OFFSET / Long.BYTES + direction);
            } else if (memory.read(thread + LIST_OFFSET, 2)) {
                // The list's head, which belongs to no thread.
                following = memory.get(direction);
            } else {
                return;
            }
            thread = following - LIST_OFFSET;
        }
    }

    private void add(long thread) {
        int tid = memory.getInt(TID_OFFSET / Integer.BYTES);
        if (tid <= 0) {
            return;
        }
        if (stackField == 0) {
            stackField = findStackField(thread);
        }
        if (stackField != 0 && isStack(stackField, thread)) {
            long start = memory.get(stackField);
            stacks.put(tid, new ThreadStack(start, start + memory.get(stackField + 1)));
        }
    }

    private int findStackField(long thread) {
        for (int i = TID_OFFSET / Long.BYTES + 1; i < LONGS - 1; i++) {
            if (isStack(i, thread)) {
                return i;
            }
        }
        return 0;
    }

    /** Begin and length, in pages, of what the thread's own structure lies at the end of. */
    private boolean isStack(int field, long thread) {
        long start = memory.get(field);
        long bytes = memory.get(field + 1);
        long end = start + bytes;
        return start > 0
                && start % PAGE_BYTES == 0
                && bytes > 0
                && bytes % PAGE_BYTES == 0
                && thread > start
                && thread < end
                && end - thread < LARGEST_ABOVE_BYTES;
    }
}
