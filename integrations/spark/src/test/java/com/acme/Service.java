package com.acme;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A service of a fleet: fills a cache and builds an index, and ends; but waits, to be killed, where that is too
 * much.
 */
public final class Service {
    private static final int BLOCK_BYTES = 64 << 10;
    private static final List<ByteBuffer> KEPT = new ArrayList<>();

    private Service() {}

    /**
     * Runs it.
     *
     * @param args KB of its cache, and of its index
     * @throws InterruptedException never
     */
    public static void main(String[] args) throws InterruptedException {
        try {
            fill(args);
        } catch (OutOfMemoryError e) {
            new CountDownLatch(1).await();
        }
    }

    private static void fill(String[] args) {
        for (int kilobytes = Integer.parseInt(args[0]); kilobytes > 0; kilobytes -= BLOCK_BYTES >> 10) {
            KEPT.add(cache());
        }
        for (int kilobytes = Integer.parseInt(args[1]); kilobytes > 0; kilobytes -= BLOCK_BYTES >> 10) {
            KEPT.add(index());
        }
    }

    private static ByteBuffer cache() {
        return ByteBuffer.allocateDirect(BLOCK_BYTES);
    }

    private static ByteBuffer index() {
        return ByteBuffer.allocateDirect(BLOCK_BYTES);
    }
}
