package io.nmt.it.programs;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Allocates at 4,096 call sites, fills most of the Java heap for good, and lives on with what is left until it is
 * {@code SECONDS} old.
 */
public final class LittleHeap {
    private static final int DEPTH = 12;
    private static final double PART = 0.93;
    private static final int PIECE_BYTES = 20_000;
    private static final int BLOCK_BYTES = 1024;

    private static final List<Object> HELD = new ArrayList<>();

    private LittleHeap() {}

    public static void main(String[] arguments) throws Exception {
        long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000_000;
        for (int way = 0; way < 1 << DEPTH; way++) {
            descend(way, DEPTH);
        }
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        while (runtime.totalMemory() - runtime.freeMemory() < PART * runtime.maxMemory()) {
            HELD.add(new byte[PIECE_BYTES]);
        }
        System.gc();
        long allocated = 0;
        while (System.nanoTime() < end) {
            allocated += new byte[1000].length;
            Thread.sleep(5);
        }
        Talk.say("alive " + (allocated > 0));
    }

    /** Each way down has a stack of its own. */
    private static void descend(int way, int depth) {
        if (depth == 0) {
            HELD.add(ByteBuffer.allocateDirect(BLOCK_BYTES));
        } else if ((way & 1) == 0) {
            descend(way >> 1, depth - 1);
        } else {
            descendByTheOther(way >> 1, depth - 1);
        }
    }

    private static void descendByTheOther(int way, int depth) {
        if (depth == 0) {
            HELD.add(ByteBuffer.allocateDirect(BLOCK_BYTES));
        } else if ((way & 1) == 0) {
            descend(way >> 1, depth - 1);
        } else {
            descendByTheOther(way >> 1, depth - 1);
        }
    }
}
