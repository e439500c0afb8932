package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.core.reader.TrackerReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Has small blocks at several lines of code, of which some are sampled: temporary buffers of ten threads, direct
 * buffers, mapped files, blocks of {@code Unsafe}. Tells after each round what the sites of each category and the
 * lines of code hold in sum, and the category: {@code parts CATEGORY SITES LINES WHOLE}.
 */
public final class PartsAndWholes {
    private static final int ROUNDS = 40;
    private static final int THREADS = 10;
    private static final int BLOCKS = 8;

    private final List<Object> kept = new ArrayList<>();
    private final Path file;

    private PartsAndWholes(Path file) {
        this.file = file;
    }

    public static void main(String[] arguments) throws Exception {
        Path file = Files.createTempFile("parts", ".bin");
        try {
            Files.write(file, new byte[64 << 10]);
            PartsAndWholes parts = new PartsAndWholes(file);
            for (int round = 0; round < ROUNDS; round++) {
                parts.round();
            }
        } finally {
            Files.delete(file);
        }
    }

    private void round() throws IOException, InterruptedException {
        for (int i = 0; i < BLOCKS; i++) {
            kept.add(ByteBuffer.allocateDirect(5_000));
            kept.add(ByteBuffer.allocateDirect(9_000));
            kept.add(UNSAFE.allocateMemory(7_000));
            kept.add(UNSAFE.allocateMemory(3_000));
            map();
        }
        CountDownLatch written = new CountDownLatch(THREADS);
        CountDownLatch told = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> write(written, told), "writer " + i);
            thread.start();
            threads.add(thread);
        }
        written.await();
        tell();
        told.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void map() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            kept.add(channel.map(FileChannel.MapMode.READ_ONLY, 0, 8 << 10));
            kept.add(channel.map(FileChannel.MapMode.READ_ONLY, 0, 60 << 10));
        }
    }

    /** The JDK keeps the buffer until the thread ends. */
    private void write(CountDownLatch written, CountDownLatch told) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(20_000));
            written.countDown();
            told.await();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void tell() {
        Snapshot before = NativeMemory.snapshot();
        List<SiteUsage> sites = NativeMemory.sites();
        List<SiteUsage> lines = TrackerReader.ownerLines();
        for (CategoryUsage after : NativeMemory.snapshot().categories()) {
            String category = after.category();
            long whole = Math.max(before.category(category).committed(), after.committed());
            Talk.say("parts " + category.replace(' ', '_') + " " + sum(sites, category) + " " + sum(lines, category)
                    + " " + whole);
        }
    }

    private static long sum(List<SiteUsage> sites, String category) {
        return sites.stream()
                .filter(usage -> usage.site().category().equals(category))
                .mapToLong(SiteUsage::liveBytes)
                .sum();
    }
}
