package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Forgets a block of 64 KiB every 20 ms, and holds a buffer of 1 MiB, until it is told to finish. */
public final class Dripping {
    private static final List<ByteBuffer> HELD = new ArrayList<>();

    private Dripping() {}

    public static void main(String[] arguments) throws IOException {
        hold();
        Thread leak = new Thread(Dripping::leak, "leak");
        leak.setDaemon(true);
        leak.start();
        Talk.say("ready");
        Talk.await("finish");
    }

    private static void hold() {
        HELD.add(ByteBuffer.allocateDirect(1 << 20));
    }

    private static void leak() {
        try {
            while (true) {
                drip();
                Thread.sleep(20);
            }
        } catch (InterruptedException e) {
            return;
        }
    }

    private static void drip() {
        UNSAFE.allocateMemory(64 << 10);
    }
}
