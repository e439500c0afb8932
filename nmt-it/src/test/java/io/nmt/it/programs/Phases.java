package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Takes native memory in two phases, between which it says the time: {@code early} 10 blocks of 64 KiB, {@code late} as
 * many as its argument says; that one frees 4 of the former, and {@code passing} 20 of its own.
 */
public final class Phases {
    private static final long PAUSE_NANOS = 1_000_000;
    private static final int BLOCK_BYTES = 64 << 10;
    private static final int EARLY_BLOCKS = 10;
    private static final int FREED_BLOCKS = 4;
    private static final int PASSING_BLOCKS = 20;

    /** Well above what the page's sliders and the times of events are off. */
    private static final long APART_MILLIS = 100;

    private static final List<Long> EARLY = new ArrayList<>();

    private Phases() {}

    public static void main(String[] arguments) throws IOException {
        early();
        long between = letPass();
        letPass();
        late(Integer.parseInt(arguments[0]));
        passing();
        Talk.say("between " + between);
        Talk.await("finish");
    }

    private static void early() {
        for (int i = 0; i < EARLY_BLOCKS; i++) {
            EARLY.add(UNSAFE.allocateMemory(BLOCK_BYTES));
        }
    }

    private static void late(int blocks) {
        for (int i = 0; i < blocks; i++) {
            UNSAFE.allocateMemory(BLOCK_BYTES);
        }
        for (int i = 0; i < FREED_BLOCKS; i++) {
            UNSAFE.freeMemory(EARLY.remove(0));
        }
    }

    private static void passing() {
        for (int i = 0; i < PASSING_BLOCKS; i++) {
            UNSAFE.freeMemory(UNSAFE.allocateMemory(BLOCK_BYTES));
        }
    }

    /** The times are what is tested: no other thread is waited for. */
    private static long letPass() {
        long begin = System.currentTimeMillis();
        while (System.currentTimeMillis() < begin + APART_MILLIS) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return System.currentTimeMillis();
    }
}
