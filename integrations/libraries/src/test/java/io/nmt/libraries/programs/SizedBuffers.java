package io.nmt.libraries.programs;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.PoolDetails;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.Scale;
import io.nmt.core.model.SizeClass;
import io.nmt.report.document.PoolReport;
import io.nmt.report.document.ReportJson;
import io.nmt.report.document.ReportText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Takes buffers of known sizes, gives each second back, and tells for each size how many it has, {@code own SIZE
 * BUFFERS}, and what pools are found to have. Then does so while threads take and give back. The argument is the
 * allocator's kind.
 */
public final class SizedBuffers {
    private static final int[] SIZES = {100, 1024, 4096, 16_384, 100_000};
    private static final int[] BUFFERS = {3000, 1000, 300, 60, 20};
    private static final int THREADS = 4;
    private static final int READINGS = 200;
    private static final int PAGE_BYTES = 8192;
    private static final int CHUNK_SHIFT = 9;
    private static final int MOST_HELD = 200;

    private SizedBuffers() {}

    public static void main(String[] arguments) throws InterruptedException {
        ByteBufAllocator allocator = arguments[0].equals("pooled")
                ? new PooledByteBufAllocator(true, 0, 1, PAGE_BYTES, CHUNK_SHIFT, 0, 0, false) // no threads' caches
                : new AdaptiveByteBufAllocator(true);
        List<ByteBuf> held = takeAll(allocator);
        NativeMemory.poolReading();
        Figures.print("reading");
        PoolReading reading = NativeMemory.poolReading();
        Figures.print("read");
        Map<Integer, Integer> own = new TreeMap<>();
        held.forEach(buffer -> own.merge(buffer.maxFastWritableBytes(), 1, Integer::sum));
        own.forEach((bytes, buffers) -> Figures.print("own " + bytes + " " + buffers));
        Figures.print("pools " + ReportJson.of(PoolReport.of(reading, Integer.MAX_VALUE, false)));
        Figures.print(ReportText.of(PoolReport.of(reading, 10, false), Scale.KB));
        Figures.print("while they work: " + readWhileOthersWork(allocator));
        held.forEach(ByteBuf::release);
    }

    private static List<ByteBuf> takeAll(ByteBufAllocator allocator) {
        List<ByteBuf> held = new ArrayList<>();
        List<ByteBuf> returned = new ArrayList<>();
        for (int i = 0; i < SIZES.length; i++) {
            for (int n = 0; n < BUFFERS[i]; n++) {
                (n % 2 == 0 ? held : returned).add(allocator.directBuffer(SIZES[i]));
            }
        }
        returned.forEach(ByteBuf::release);
        return held;
    }

    /** Returns what is wrong, or nothing. */
    private static String readWhileOthersWork(ByteBufAllocator allocator) throws InterruptedException {
        AtomicBoolean done = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            long seed = i;
            Thread thread = new Thread(() -> work(allocator, new SplittableRandom(seed), done));
            thread.setUncaughtExceptionHandler((failed, why) -> Figures.print(failed + " failed: " + why));
            thread.start();
            threads.add(thread);
        }
        for (int i = 0; i < READINGS; i++) {
            for (PoolDetails details : NativeMemory.poolReading().pools()) {
                for (SizeClass size : details.sizeClasses()) {
                    if (size.taken() < 0 || (!size.isEstimate() && size.taken() > size.places())) {
                        wrong.add(size.toString());
                    }
                }
            }
        }
        done.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        return wrong.toString();
    }

    private static void work(ByteBufAllocator allocator, SplittableRandom random, AtomicBoolean done) {
        List<ByteBuf> held = new ArrayList<>();
        while (!done.get()) {
            held.add(allocator.directBuffer(SIZES[random.nextInt(SIZES.length)]));
            if (held.size() > MOST_HELD) {
                held.remove(random.nextInt(held.size())).release();
            }
        }
        held.forEach(ByteBuf::release);
    }
}
