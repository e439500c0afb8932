package io.nmt.bench.rss;

import io.nmt.bench.support.ChildJvm;
import io.nmt.bench.support.NativeUnsafe;
import io.nmt.bench.support.Runs;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.reading.ResidentReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.Histogram;

/** The program that {@link ResidentMemoryBenchmark} measures. */
final class LargeProgram {
    static final int MAPPINGS = 5000;
    static final int GIBIBYTES = 20;
    static final int THREADS = 300;
    static final String FIRST = "first ms";
    static final String EACH = "each ms";
    static final String SMALL_IDLE = "64 B p99.9 idle";
    static final String SMALL_RATIO = "64 B p99.9 ratio";
    static final String LARGE_IDLE = "64 MiB p99.9 idle";
    static final String LARGE_RATIO = "64 MiB p99.9 ratio";
    static final String LONGEST_IDLE = "64 B max ms idle";
    static final String LONGEST = "64 B max ms";

    private static final int LIVE_BLOCKS = 1_000_000;
    private static final int SMALL_BYTES = 64;
    private static final long LARGE_BYTES = 64L << 20;
    private static final int PAIRS_BETWEEN_LOOKS = 1000;
    private static final int PAGE_BYTES = 4096;
    private static final List<Object> HELD = new ArrayList<>();

    private final ExecutorService reader = Executors.newSingleThreadExecutor();
    private final Histogram small = new Histogram(60_000_000_000L, 3);
    private final Histogram large = new Histogram(60_000_000_000L, 3);
    private final Map<String, List<Double>> figures = new TreeMap<>();
    private final long phaseNanos;

    private LargeProgram(long phaseNanos) {
        this.phaseNanos = phaseNanos;
    }

    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        map();
        park();
        for (int i = 0; i < LIVE_BLOCKS; i++) {
            NativeUnsafe.UNSAFE.allocateMemory(SMALL_BYTES);
        }
        new LargeProgram(Long.parseLong(args[1]) * 1_000_000).run(Integer.parseInt(args[0]));
        System.exit(HELD.isEmpty() ? 1 : 0);
    }

    /** Every other one from the other end, or the system would join them. */
    private static void map() throws IOException {
        Path path = Files.createTempFile("nmt-bench", ".bin");
        long each = ((long) GIBIBYTES << 30) / MAPPINGS / PAGE_BYTES * PAGE_BYTES;
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(each * MAPPINGS);
            for (int i = 0; i < MAPPINGS; i++) {
                long at = each * (i % 2 == 0 ? i : MAPPINGS - i);
                ByteBuffer buffer = file.getChannel().map(FileChannel.MapMode.READ_ONLY, at, each);
                int sum = 0;
                // A few pages: to have gigabytes in memory is the machine's business, to have them mapped ours.
                for (int page = 0; page < 16; page++) {
                    sum += buffer.get(page * PAGE_BYTES);
                }
                HELD.add(buffer);
                HELD.add(sum);
            }
        } finally {
            Files.delete(path);
        }
    }

    private static void park() throws InterruptedException {
        CountDownLatch there = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> {
                there.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
        there.await();
    }

    private void run(int rounds) throws InterruptedException, ExecutionException {
        long begin = System.nanoTime();
        ResidentMemory first = ResidentReader.readMemory();
        ChildJvm.print(FIRST, (System.nanoTime() - begin) / 1e6);
        if (first.lines().isEmpty()) {
            throw new IllegalStateException("nothing read");
        }
        for (int round = -1; round < rounds; round++) { // the first one is for the compiler
            phase(false, 0);
            double smallIdle = small.getValueAtPercentile(99.9);
            double largeIdle = large.getValueAtPercentile(99.9);
            double longestIdle = small.getMaxValue() / 1e6;
            double each = phase(true, 1);
            if (round >= 0) {
                add(EACH, each);
                add(SMALL_IDLE, smallIdle);
                add(SMALL_RATIO, small.getValueAtPercentile(99.9) / smallIdle);
                add(LARGE_IDLE, largeIdle);
                add(LARGE_RATIO, large.getValueAtPercentile(99.9) / largeIdle);
                add(LONGEST_IDLE, longestIdle);
                add(LONGEST, small.getMaxValue() / 1e6);
            }
        }
        reader.shutdown();
        figures.forEach((name, values) -> ChildJvm.print(
                name,
                Runs.median(values.stream().mapToDouble(Double::doubleValue).toArray())));
    }

    private void add(String name, double value) {
        figures.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
    }

    /** Returns milliseconds for each reading. */
    private double phase(boolean reading, int least) throws InterruptedException, ExecutionException {
        AtomicBoolean stop = new AtomicBoolean();
        Future<Double> millis = reader.submit(() -> readUntil(stop, reading));
        small.reset();
        large.reset();
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < phaseNanos) {
            pairs();
        }
        stop.set(true);
        return Math.max(least, millis.get());
    }

    private static double readUntil(AtomicBoolean stop, boolean reading) throws InterruptedException {
        long begin = System.nanoTime();
        int times = 0;
        while (!stop.get()) {
            if (reading) {
                times += ResidentReader.readMemory().lines().isEmpty() ? 0 : 1;
            } else {
                Thread.sleep(1);
            }
        }
        return times == 0 ? 0 : (System.nanoTime() - begin) / 1e6 / times;
    }

    private void pairs() {
        for (int i = 0; i < PAIRS_BETWEEN_LOOKS; i++) {
            long begin = System.nanoTime();
            NativeUnsafe.UNSAFE.freeMemory(NativeUnsafe.UNSAFE.allocateMemory(SMALL_BYTES));
            small.recordValue(System.nanoTime() - begin);
        }
        // glibc's malloc maps blocks from 128 KiB on, and from 32 MiB on whatever it has learnt of blocks that come and
        // go.
        long begin = System.nanoTime();
        NativeUnsafe.UNSAFE.freeMemory(NativeUnsafe.UNSAFE.allocateMemory(LARGE_BYTES));
        large.recordValue(System.nanoTime() - begin);
    }
}
