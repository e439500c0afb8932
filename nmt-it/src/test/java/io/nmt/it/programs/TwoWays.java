package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Takes blocks of 1 MiB at one line of code, three when it reads and one when it writes, and a direct buffer of 8 MiB,
 * which it forgets when it is told to. Ends when it is told to finish.
 */
public final class TwoWays {
    /** Bytes of the direct buffer. */
    public static final int FORGOTTEN = 8 << 20;

    private static final int BLOCK = 1 << 20;
    private static final int READS = 3;

    private static ByteBuffer buffer = ByteBuffer.allocateDirect(FORGOTTEN);

    private TwoWays() {}

    public static void main(String[] arguments) throws IOException {
        for (int i = 0; i < READS; i++) {
            read();
        }
        write();
        System.gc(); // an old object: a collection of the young ones, which may come at any time, does not find it
        Talk.say("held " + buffer.capacity());
        Talk.await("forget");
        buffer = null;
        Talk.say("forgotten");
        Talk.await("finish");
    }

    private static void read() {
        take();
    }

    private static void write() {
        take();
    }

    private static void take() {
        UNSAFE.allocateMemory(BLOCK);
    }
}
