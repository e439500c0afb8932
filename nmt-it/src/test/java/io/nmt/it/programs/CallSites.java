package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Takes native memory at known places: {@code keep} as many blocks of 64 KiB as its argument says, {@code load} one
 * direct buffer of 1 MiB, {@code drop} 20 blocks of 4 KiB that it frees. Holds it until it is told to finish.
 */
public final class CallSites {
    private static final int KEPT_BYTES = 64 << 10;
    private static final int DROPPED_BYTES = 4 << 10;
    private static final int DROPPED_BLOCKS = 20;

    static ByteBuffer loaded;

    private CallSites() {}

    public static void main(String[] arguments) throws IOException {
        keep(Integer.parseInt(arguments[0]));
        load();
        drop();
        Figures.say("holding");
        Talk.await("finish");
    }

    private static void keep(int blocks) {
        for (int i = 0; i < blocks; i++) {
            UNSAFE.allocateMemory(KEPT_BYTES);
        }
    }

    private static void load() {
        loaded = ByteBuffer.allocateDirect(1 << 20);
    }

    private static void drop() {
        for (int i = 0; i < DROPPED_BLOCKS; i++) {
            UNSAFE.freeMemory(UNSAFE.allocateMemory(DROPPED_BYTES));
        }
    }
}
