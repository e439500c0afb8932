package io.nmt.it.programs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;

/**
 * Keeps direct buffers at one line of code and deflaters at another one, about a megabyte a second each, and collects
 * the whole heap now and then. Ends when it is told to finish.
 */
public final class TwoLeaks {
    private static final int TICK_MILLIS = 250;
    private static final int TICKS_BETWEEN_COLLECTIONS = 20;
    private static final int BUFFER_BYTES = 256 << 10;

    private static final List<Object> KEPT = new ArrayList<>();
    private static int ticks;

    private TwoLeaks() {}

    public static void main(String[] arguments) throws IOException {
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        Future<?> ticking = clock.scheduleAtFixedRate(TwoLeaks::tick, 0, TICK_MILLIS, TimeUnit.MILLISECONDS);
        Talk.say("leaks");
        Talk.await("finish");
        ticking.cancel(false);
        clock.shutdown();
    }

    private static void tick() {
        buffer();
        deflater();
        if (++ticks % TICKS_BETWEEN_COLLECTIONS == 0) {
            System.gc();
        }
    }

    private static void buffer() {
        KEPT.add(ByteBuffer.allocateDirect(BUFFER_BYTES));
    }

    private static void deflater() {
        Deflater deflater = new Deflater();
        deflater.setInput(new byte[100]);
        deflater.deflate(new byte[100]);
        KEPT.add(deflater);
    }
}
