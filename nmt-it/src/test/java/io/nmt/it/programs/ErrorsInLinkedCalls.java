package io.nmt.it.programs;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;

/**
 * Lets stacks end wherever a hook of a C function happens to be, and tells what the program has lost by that: blocks
 * which C has allocated, and whose addresses it did not get.
 */
public final class ErrorsInLinkedCalls {
    private static final int THIN_STACK_BYTES = 1 << 17;
    private static final int PADDINGS = 61;
    private static final int MOST = 1 << 14;

    // Such blocks take long to make, so that only the last calls before the stack ends make some: as many at best.
    private static final int WANTED = 30;

    // Such blocks are mappings of their own, which are counted, and which nothing else in the process has.
    private static final long BYTES = 1 << 17;
    private static final int MMAP_THRESHOLD = -3;

    private static final int STATISTICS = 10;
    private static final long MAPPINGS = 3L * Long.BYTES;

    private static final MethodHandle MALLOC = Foreign.link("malloc", long.class, long.class);
    private static final MethodHandle REALLOC = Foreign.link("realloc", long.class, long.class, long.class);
    private static final MethodHandle FREE = Foreign.link("free", void.class, long.class);
    private static final MethodHandle STATISTICS_OF_MALLOC = linkStatistics();

    private static final long[] LIVE = new long[MOST];
    private static int live;
    private static int skipped;

    private ErrorsInLinkedCalls() {}

    public static void main(String[] arguments) throws Throwable {
        int overflows = Integer.parseInt(arguments[0]);
        Object set = Foreign.link("mallopt", int.class, int.class, int.class).invoke(MMAP_THRESHOLD, (int) BYTES / 2);
        if ((int) set != 1) {
            throw new IllegalStateException("mallopt");
        }
        mappings();
        long before = mappings();
        Thread thread = new Thread(null, () -> overflow(overflows), "thin", THIN_STACK_BYTES);
        thread.start();
        thread.join();
        Figures.say("end");
        Talk.say("leaked " + (mappings() - before));
    }

    private static void overflow(int overflows) {
        int overflown = 0;
        long blocks = 0;
        for (int i = 0; i < overflows; i++) {
            live = 0;
            try {
                pad(i % PADDINGS, i % 2 == 0);
            } catch (StackOverflowError e) {
                overflown++;
            } catch (Throwable t) {
                Talk.say("threw " + t);
            }
            blocks += live;
            skipped = Math.max(0, skipped + (live > 2 * WANTED ? live - WANTED : live < WANTED / 2 ? -WANTED : 0));
            try {
                for (int j = 0; j < live; j++) {
                    FREE.invokeExact(LIVE[j]);
                }
            } catch (Throwable t) {
                Talk.say("threw " + t);
            }
        }
        Talk.say("overflown " + overflown + ", blocks " + blocks);
    }

    private static int pad(int frames, boolean more) throws Throwable {
        return frames == 0 ? descend(skipped, more) : pad(frames - 1, more) + 1;
    }

    /** Memory that was freed or moved is freed once more if this call misses it: then C ends the process. */
    private static int descend(int skip, boolean more) throws Throwable {
        if (skip > 0) {
            return descend(skip - 1, more) + 1;
        }
        if (live + 1 >= MOST) {
            return 0; // never: the stack ends before
        }
        LIVE[live] = (long) MALLOC.invokeExact(BYTES);
        live++;
        if (more) {
            LIVE[live - 1] = (long) REALLOC.invokeExact(LIVE[live - 1], 2 * BYTES);
            LIVE[live] = (long) MALLOC.invokeExact(BYTES);
            live++;
            FREE.invokeExact(LIVE[live - 1]);
            live--;
        }
        return descend(0, more) + 1;
    }

    private static MethodHandle linkStatistics() {
        Object size = Foreign.layout(long.class);
        Object members = Array.newInstance(Foreign.type("MemoryLayout"), STATISTICS);
        for (int i = 0; i < STATISTICS; i++) {
            Array.set(members, i, size);
        }
        Object structure = Foreign.call(null, "MemoryLayout", "structLayout", members);
        Object none = Array.newInstance(Foreign.type("MemoryLayout"), 0);
        return Foreign.link(
                Foreign.symbol("mallinfo2"), Foreign.call(null, "FunctionDescriptor", "of", structure, none));
    }

    /** The number of blocks of C that are mappings of their own. */
    private static long mappings() throws Throwable {
        Object allocator = Foreign.call(null, "Arena", "global");
        return Foreign.bytes(STATISTICS_OF_MALLOC.invoke(allocator)).getLong((int) MAPPINGS);
    }
}
