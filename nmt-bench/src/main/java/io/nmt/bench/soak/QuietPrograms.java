package io.nmt.bench.soak;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.zip.Deflater;

/**
 * Programs that take native memory and do not leak, each in its own way, until they are killed: what tells leaks must
 * not suspect any. The argument is the name of one.
 */
final class QuietPrograms {
    private static final int MB = 1 << 20;
    private static final long SECOND_NANOS = 1_000_000_000;

    /** So that nothing is optimised away. */
    @SuppressWarnings("unused")
    private static volatile Object kept;

    private final Random random = new Random();
    private final long start = System.nanoTime();

    private QuietPrograms() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length != 1) {
            System.err.println("Usage: QuietPrograms idle|churn|fills|batches|threads|zip|maps|heap|walks|ages");
            System.exit(2);
        }
        QuietPrograms program = new QuietPrograms();
        while (true) {
            program.step(arguments[0]);
            Thread.sleep(50);
        }
    }

    private void step(String name) throws Exception {
        switch (name) {
            case "idle" -> kept = name;
            case "churn" -> churn();
            case "fills" -> fill();
            case "batches" -> batch();
            case "threads" -> threads();
            case "zip" -> zip();
            case "maps" -> map();
            case "heap" -> heap();
            case "walks" -> walk();
            case "ages" -> age();
            default -> throw new IllegalArgumentException(name);
        }
    }

    private long seconds() {
        return (System.nanoTime() - start) / SECOND_NANOS;
    }

    private final ByteBuffer[] slots = new ByteBuffer[64];

    /** Buffers that replace others, which the collector takes when it comes by. */
    private void churn() {
        slots[random.nextInt(slots.length)] = ByteBuffer.allocateDirect(random.nextInt(MB));
        byte[] garbage = new byte[MB];
        kept = garbage;
    }

    private final Deque<ByteBuffer> cache = new ArrayDeque<>();

    /** A cache that is full after five minutes, and then drops the oldest. */
    private void fill() {
        cache.addLast(ByteBuffer.allocateDirect(16 << 10));
        if (cache.size() > 6000) {
            cache.removeFirst();
            kept = new byte[64 << 10];
        }
    }

    /** A batch each three minutes, which takes more and more for a minute and then drops all. */
    private void batch() {
        if (seconds() % 180 < 60) {
            cache.addLast(ByteBuffer.allocateDirect(64 << 10));
        } else if (!cache.isEmpty()) {
            cache.clear();
            System.gc();
        }
    }

    /** Threads that come and go, with temporary buffers of their own. */
    private void threads() throws InterruptedException {
        if (random.nextInt(20) == 0) {
            List<Thread> started = new ArrayList<>();
            for (int i = random.nextInt(20); i >= 0; i--) {
                Thread thread = new Thread(this::write);
                thread.start();
                started.add(thread);
            }
            for (Thread thread : started) {
                thread.join();
            }
        }
    }

    private void write() {
        try (FileChannel file = FileChannel.open(Path.of("/dev/null"), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(new byte[1 + new Random().nextInt(MB)]));
            Thread.sleep(500);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void zip() {
        Deflater deflater = new Deflater();
        byte[] data = new byte[100_000];
        random.nextBytes(data);
        deflater.setInput(data);
        deflater.finish();
        deflater.deflate(new byte[120_000]);
        deflater.end();
    }

    private void map() throws IOException {
        Path path = Files.createTempFile("nmt-quiet", ".bin");
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            slots[random.nextInt(slots.length)] =
                    file.map(FileChannel.MapMode.READ_WRITE, 0, random.nextInt(4 * MB) + 1);
        } finally {
            Files.delete(path);
        }
        kept = new byte[256 << 10];
    }

    private final List<byte[]> lived = new ArrayList<>();

    /** A heap whose old part grows until a full collection is worth while. */
    private void heap() {
        lived.add(new byte[256 << 10]);
        if (lived.size() > 400) {
            lived.subList(0, 200).clear();
        }
        churn();
    }

    /** A cache whose size wanders, within bounds. */
    private void walk() {
        int change = random.nextInt(41) - 20 + (100 - cache.size()) / 20;
        for (int i = 0; i < change; i++) {
            cache.addLast(ByteBuffer.allocateDirect(256 << 10));
        }
        for (int i = change; i < 0 && !cache.isEmpty(); i++) {
            cache.removeFirst();
        }
        kept = new byte[MB];
    }

    /** A buffer and the time of its release. */
    private record Held(long untilNanos, ByteBuffer buffer) {}

    private final PriorityQueue<Held> held =
            new PriorityQueue<>((one, other) -> Long.compare(one.untilNanos, other.untilNanos));

    /** Sessions that last twenty seconds on average, some of them much longer. */
    private void age() {
        double lasts = -Math.log(1 - random.nextDouble()) * 20;
        byte[] filled = new byte[32 << 10];
        Arrays.fill(filled, (byte) 1);
        held.add(new Held(
                System.nanoTime() + Math.round(lasts * SECOND_NANOS),
                ByteBuffer.allocateDirect(filled.length).put(filled)));
        while (!held.isEmpty() && held.peek().untilNanos < System.nanoTime()) {
            held.poll();
        }
        kept = new byte[MB / 2];
    }
}
