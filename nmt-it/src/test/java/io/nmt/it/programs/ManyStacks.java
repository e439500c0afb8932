package io.nmt.it.programs;

/**
 * Allocates and frees a block from each of {@value #STACKS} stacks, three times, and needs a part of a small Java heap
 * all the while: 4 MiB that it holds, and now and then 2 MiB at once.
 */
public final class ManyStacks {
    public static final int STACKS = 1 << 15;

    private static final int DEPTH = 15;
    private static final int ROUNDS = 3;
    private static final int BLOCK_BYTES = 1 << 20; // more than the interval of samples
    private static final int HELD_BYTES = 4 << 20;
    private static final int AT_ONCE_BYTES = 2 << 20;
    private static final int OFTEN = 1000;

    private ManyStacks() {}

    public static void main(String[] arguments) {
        byte[] held = new byte[HELD_BYTES];
        long atOnce = 0;
        for (int i = 0; i < ROUNDS * STACKS; i++) {
            Memory.UNSAFE.freeMemory(descend(i % STACKS, DEPTH));
            if (i % OFTEN == 0) {
                atOnce += new byte[AT_ONCE_BYTES].length;
            }
        }
        Talk.say("freed " + ROUNDS * STACKS + ", held " + held.length + (atOnce > 0 ? "" : ", nothing at once"));
    }

    /** Each way down has a stack of its own. */
    private static long descend(int way, int depth) {
        if (depth == 0) {
            return Memory.UNSAFE.allocateMemory(BLOCK_BYTES);
        }
        return (way & 1) == 0 ? descend(way >> 1, depth - 1) : descendByTheOther(way >> 1, depth - 1);
    }

    private static long descendByTheOther(int way, int depth) {
        if (depth == 0) {
            return Memory.UNSAFE.allocateMemory(BLOCK_BYTES);
        }
        return (way & 1) == 0 ? descend(way >> 1, depth - 1) : descendByTheOther(way >> 1, depth - 1);
    }
}
