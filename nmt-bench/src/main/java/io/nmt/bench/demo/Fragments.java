package io.nmt.bench.demo;

import static io.nmt.bench.demo.RawMemory.UNSAFE;

import java.util.concurrent.TimeUnit;

/**
 * The program of {@code docs/rss.md}: it has no leak, and yet its resident memory stays high. It allocates 300 MB in
 * blocks of 1 KiB, frees all but every sixteenth, and waits until it is ended.
 */
public final class Fragments {
    private static final int BYTES = 1024;
    private static final int BLOCKS = 300 * 1024;
    private static final int KEPT = 16;

    private Fragments() {}

    public static void main(String[] args) throws InterruptedException {
        long[] blocks = new long[BLOCKS];
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = UNSAFE.allocateMemory(BYTES);
            UNSAFE.setMemory(blocks[i], BYTES, (byte) 1);
        }
        for (int i = 0; i < blocks.length; i++) {
            if (i % KEPT != 0) {
                UNSAFE.freeMemory(blocks[i]);
            }
        }
        System.out.println("ready");
        TimeUnit.DAYS.sleep(1);
    }
}
