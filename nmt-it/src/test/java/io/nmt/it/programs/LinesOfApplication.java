package io.nmt.it.programs;

import io.nmt.it.programs.offheap.DeepStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes 3 and 5 MiB at two lines of code, far above the allocation, and makes handles at one line, three for reads and
 * one for a write. Ends when it is told to finish.
 */
public final class LinesOfApplication {
    /** A block's size. */
    public static final int BLOCK = 1 << 20;

    private static final int LEAKED = 3;
    private static final int CACHED = 5;
    private static final int READS = 3;
    private static final List<DeepStore.Handle> HELD = new ArrayList<>();

    private LinesOfApplication() {}

    public static void main(String[] arguments) throws IOException {
        for (int i = 0; i < LEAKED; i++) {
            leak();
        }
        for (int i = 0; i < CACHED; i++) {
            cache();
        }
        for (int i = 0; i < READS; i++) {
            read();
        }
        write();
        Talk.say("held");
        Talk.await("finish");
    }

    private static void leak() {
        DeepStore.put(BLOCK);
    }

    private static void cache() {
        DeepStore.put(BLOCK);
    }

    private static void read() {
        open();
    }

    private static void write() {
        open();
    }

    private static void open() {
        HELD.add(new DeepStore.Handle());
    }
}
