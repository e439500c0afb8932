package io.nmt.it.programs;

import io.nmt.it.programs.offheap.OffHeap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes 10 MiB in ten direct buffers through a wrapper, and from then on 1 KiB ten times a second, until it is told to
 * finish.
 */
public final class WrappedLeak {
    private static final int BUFFERS = 10;
    private static final List<ByteBuffer> HELD = new ArrayList<>();

    private WrappedLeak() {}

    public static void main(String[] arguments) throws IOException {
        for (int i = 0; i < BUFFERS; i++) {
            forget(1 << 20);
        }
        Thread more = new Thread(WrappedLeak::goOn);
        more.setDaemon(true);
        more.start();
        Talk.say("held");
        Talk.await("finish");
    }

    private static void goOn() {
        try {
            while (true) {
                Thread.sleep(100);
                forget(1 << 10);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void forget(int bytes) {
        HELD.add(OffHeap.allocate(bytes));
    }
}
