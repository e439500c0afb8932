package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.SiteUsage;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * {@code SlowLeak SECONDS LEAK_BYTES}: forgets eight blocks every 100 ms among 100 MB/s of healthy churn: requests that
 * take and give back, a cache that is filled once, one that replaces its oldest entries, and a pool of buffers. With 0
 * leak bytes all is healthy. Tells the leak report's groups at the end:
 * {@code suspect BYTES GROWTH SITE GROWTH_ERROR THREADS} and its like.
 */
public final class SlowLeak {
    private static final int TICKS_PER_SECOND = 10;
    private static final int BLOCKS_PER_TICK = 8;
    private static final long CHURN_PER_TICK = 10_000_000;
    private static final int CACHE_ENTRIES = 500;

    private static final List<ByteBuffer> FILLED_ONCE = new ArrayList<>();
    private static final Map<Integer, Long> REPLACING = new LinkedHashMap<>();
    private static final ArrayDeque<ByteBuffer> POOL = new ArrayDeque<>();
    private static final Random RANDOM = new Random(7);

    private SlowLeak() {}

    public static void main(String[] arguments) throws InterruptedException {
        int seconds = Integer.parseInt(arguments[0]);
        long leakBytes = Long.parseLong(arguments[1]);
        fill();
        CountDownLatch ticks = new CountDownLatch(seconds * TICKS_PER_SECOND);
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        Future<?> ticking = clock.scheduleAtFixedRate(
                () -> {
                    for (int i = 0; i < BLOCKS_PER_TICK && leakBytes > 0; i++) {
                        forget(leakBytes);
                    }
                    for (long bytes = 0; bytes < CHURN_PER_TICK; ) {
                        bytes += request();
                    }
                    ticks.countDown();
                },
                0,
                1000 / TICKS_PER_SECOND,
                TimeUnit.MILLISECONDS);
        ticks.await();
        ticking.cancel(false);
        clock.shutdown();
        Leaks leaks = NativeMemory.leaks();
        tell("suspect", leaks.suspects());
        tell("holder", leaks.holders());
        tell("pool", leaks.pools());
        Talk.say("end " + FILLED_ONCE.size());
    }

    private static void tell(String group, List<SiteUsage> sites) {
        for (SiteUsage usage : sites) {
            Talk.say(group + " " + usage.liveBytes() + " " + usage.growthBytesPerMinute() + " "
                    + usage.site().leading().methodName() + " " + usage.growthErrorBytesPerMinute() + " "
                    + usage.threadNames());
        }
    }

    private static void forget(long bytes) {
        UNSAFE.allocateMemory(bytes);
    }

    private static void fill() {
        for (int i = 0; i < 40; i++) {
            FILLED_ONCE.add(ByteBuffer.allocateDirect(1 << 20));
        }
    }

    private static long request() {
        long bytes = 1000L + RANDOM.nextInt(200_000);
        long address = UNSAFE.allocateMemory(bytes);
        if (RANDOM.nextInt(20) == 0) {
            replace(RANDOM.nextInt(Integer.MAX_VALUE), 16_000);
            bytes += 16_000;
        }
        ByteBuffer pooled = POOL.poll();
        POOL.add(pooled != null ? pooled : ByteBuffer.allocateDirect(64 << 10));
        UNSAFE.freeMemory(address);
        return bytes;
    }

    private static void replace(int key, long bytes) {
        Long before = REPLACING.put(key, UNSAFE.allocateMemory(bytes));
        if (before == null && REPLACING.size() > CACHE_ENTRIES) {
            before = REPLACING.remove(REPLACING.keySet().iterator().next());
        }
        if (before != null) {
            UNSAFE.freeMemory(before);
        }
    }
}
