package io.nmt.it.programs;

import java.util.ArrayList;
import java.util.List;

/** Ends, and frees what it holds while the agent reads resident memory for the end of a recording. */
public final class FreedAtExit {
    public static final int BLOCKS = 40;
    public static final int BLOCK_BYTES = 1 << 20;

    private static final String READER = "nmt resident memory";

    private FreedAtExit() {}

    public static void main(String[] arguments) {
        List<Long> blocks = new ArrayList<>();
        for (int i = 0; i < BLOCKS; i++) {
            blocks.add(Memory.UNSAFE.allocateMemory(BLOCK_BYTES));
        }
        Thread thread = new Thread(() -> {
            while (!isReading()) {
                Thread.onSpinWait();
            }
            blocks.forEach(Memory.UNSAFE::freeMemory);
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static boolean isReading() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] threads = new Thread[100];
        int count = root.enumerate(threads);
        for (int i = 0; i < count; i++) {
            if (threads[i].getName().equals(READER)) {
                return true;
            }
        }
        return false;
    }
}
