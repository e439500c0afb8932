package io.nmt.bench.soak;

import java.nio.ByteBuffer;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A program that is quiet for some minutes, with buffers that come and go, and then begins to leak: 10 MB a minute. It
 * says when, and goes on until it is killed.
 */
final class LateLeak {
    private static final int LEAKED_BYTES = 20_000;
    private static final int BYTES_A_MINUTE = 10 << 20;
    private static final int MB = 1 << 20;
    private static final long MINUTE_NANOS = 60_000_000_000L;

    private static final List<ByteBuffer> KEPT = new ArrayList<>();
    private static final ByteBuffer[] SLOTS = new ByteBuffer[64];

    private LateLeak() {}

    public static void main(String[] arguments) throws InterruptedException {
        if (arguments.length != 1) {
            System.err.println("Usage: LateLeak MINUTES");
            System.exit(2);
        }
        Random random = new Random();
        long begin = System.nanoTime() + Long.parseLong(arguments[0]) * MINUTE_NANOS;
        System.out.println("the leak begins at about "
                + LocalTime.now(ZoneId.systemDefault())
                        .plusMinutes(Long.parseLong(arguments[0]))
                        .truncatedTo(ChronoUnit.SECONDS));
        while (true) {
            SLOTS[random.nextInt(SLOTS.length)] = ByteBuffer.allocateDirect(random.nextInt(MB / 2));
            long leaking = System.nanoTime() - begin;
            while (KEPT.size() < (double) leaking / MINUTE_NANOS * BYTES_A_MINUTE / LEAKED_BYTES) {
                KEPT.add(leak());
            }
            if (random.nextInt(100) == 0) {
                System.gc();
            }
            Thread.sleep(50);
        }
    }

    private static ByteBuffer leak() {
        return ByteBuffer.allocateDirect(LEAKED_BYTES);
    }
}
