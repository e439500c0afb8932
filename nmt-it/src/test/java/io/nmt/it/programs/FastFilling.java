package io.nmt.it.programs;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Fills direct buffers at a rate, in MiB a second by the clock, until it is killed: {@code RATE}. */
public final class FastFilling {
    private static final int MIB = 1 << 20;
    private static final int PAGE = 4096;

    private FastFilling() {}

    public static void main(String[] arguments) {
        long perSecond = Long.parseLong(arguments[0]);
        List<ByteBuffer> held = new ArrayList<>();
        long start = System.nanoTime();
        while (true) {
            long due = (System.nanoTime() - start) * perSecond / TimeUnit.SECONDS.toNanos(1);
            while (held.size() < due) {
                held.add(touched());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    private static ByteBuffer touched() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(MIB);
        for (int i = 0; i < MIB; i += PAGE) {
            buffer.put(i, (byte) 1);
        }
        return buffer;
    }
}
