package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Allocates and frees in steps of time, and says of each two of them what was allocated from the first on and not freed
 * until the second. At the ends of a step it waits until clocks are far apart.
 */
public final class Windows {
    private static final long PAUSE_NANOS = 1_000_000;
    private static final int STEPS = 5;
    private static final int BLOCKS_A_STEP = 60;
    private static final long APART_MILLIS = 60;

    private Windows() {}

    private record Block(int step, long address, int bytes) {}

    public static void main(String[] arguments) throws IOException {
        Random random = new Random(11);
        Deque<Block> live = new ArrayDeque<>();
        List<Deque<Block>> atEnd = new ArrayList<>();
        Talk.say("time " + pause());
        for (int step = 0; step < STEPS; step++) {
            for (int i = 0; i < BLOCKS_A_STEP; i++) {
                int bytes = 1000 + random.nextInt(9000);
                live.addLast(new Block(step, allocate(bytes), bytes));
                if (live.size() > 20 && random.nextBoolean()) {
                    UNSAFE.freeMemory((random.nextBoolean() ? live.pollFirst() : live.pollLast()).address());
                }
            }
            Talk.say("time " + pause());
            atEnd.add(new ArrayDeque<>(live));
        }
        for (int from = 0; from < STEPS; from++) {
            for (int to = from; to < STEPS; to++) {
                int first = from;
                long bytes = atEnd.get(to).stream()
                        .filter(block -> block.step() >= first)
                        .mapToLong(Block::bytes)
                        .sum();
                Talk.say("window " + from + " " + (to + 1) + " " + bytes);
            }
        }
        Talk.say("holding");
        Talk.await("finish");
    }

    private static long allocate(int bytes) {
        return UNSAFE.allocateMemory(bytes);
    }

    /** A time that is far from what comes before and after it. */
    private static long pause() {
        long middle = System.currentTimeMillis() + APART_MILLIS;
        while (System.currentTimeMillis() < middle + APART_MILLIS) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return middle;
    }
}
