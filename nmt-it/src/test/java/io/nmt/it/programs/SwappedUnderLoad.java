package io.nmt.it.programs;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.Deflater;

/**
 * Four threads open handles and close most of them, allocate blocks and zip streams and free most of them, until the
 * test says so; then it says how many there were.
 */
public final class SwappedUnderLoad {
    private static final int THREADS = 4;
    private static final int KEPT = 100; // one of so many
    private static final int MOST_STREAMS = 100;
    private static final int BLOCK_BYTES = 1000;

    private static final Queue<Object> HELD = new ConcurrentLinkedQueue<>();
    private static final AtomicLong OPENED = new AtomicLong();
    private static final AtomicLong CLOSED = new AtomicLong();
    private static final AtomicLong BLOCKS = new AtomicLong();
    private static final AtomicLong STREAMS = new AtomicLong();

    private static volatile boolean enough;

    private SwappedUnderLoad() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = new Thread(SwappedUnderLoad::load);
            threads[i].start();
        }
        new Changed.Handle().close(); // so its class is loaded
        OPENED.incrementAndGet();
        CLOSED.incrementAndGet();
        Talk.say("ready");
        Talk.await("enough");
        enough = true;
        for (Thread thread : threads) {
            thread.join();
        }
        Talk.say("opened " + OPENED + " closed " + CLOSED + " blocks " + BLOCKS + " streams " + STREAMS);
        Talk.await("finish");
        Figures.say("end");
        Talk.say("held " + HELD.size());
    }

    private static void load() {
        for (int n = 0; !enough; n++) {
            boolean keeps = n % KEPT == 0;
            Changed.Handle handle = new Changed.Handle();
            OPENED.incrementAndGet();
            long block = Memory.UNSAFE.allocateMemory(handle.version() + BLOCK_BYTES);
            Deflater stream = new Deflater();
            if (keeps) {
                HELD.add(handle);
                BLOCKS.incrementAndGet();
            } else {
                handle.close();
                CLOSED.incrementAndGet();
                Memory.UNSAFE.freeMemory(block);
            }
            if (keeps && STREAMS.incrementAndGet() <= MOST_STREAMS) {
                HELD.add(stream);
            } else {
                if (keeps) {
                    STREAMS.decrementAndGet();
                }
                stream.end();
            }
        }
    }
}
