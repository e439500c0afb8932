package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import com.github.luben.zstd.ZstdDictCompress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/**
 * Takes memory of one kind, says how much that is, as far as possible by other means than the agent's, and holds it
 * until it is told to finish.
 */
public final class Planted {
    private static final int MIB = 1 << 20;
    private static final List<Object> HELD = new ArrayList<>();
    private static final Random RANDOM = new Random(1);

    private Planted() {}

    public static void main(String[] arguments) throws IOException, InterruptedException, ReflectiveOperationException {
        settle();
        long truth = switch (arguments[0]) {
            case "direct" -> direct(300);
            case "untouched" -> untouched(300);
            case "file" -> file(500);
            case "native" -> nativeLibrary(200);
            case "fragments" -> fragments(300);
            case "stacks" -> stacks(300);
            case "metaspace" -> metaspace(200);
            default -> throw new IllegalArgumentException(arguments[0]);
        };
        Talk.say("planted " + truth);
        Talk.await("finish");
        System.out.println("held " + HELD.size());
    }

    /** Runs one-time work now, so that a difference of RSS has little else in it. */
    private static void settle() throws IOException {
        rssBytes();
        ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::getUsage);
        System.gc();
    }

    private static long direct(int mebibytes) {
        for (int i = 0; i < mebibytes; i++) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(MIB);
            for (int at = 0; at < MIB; at += 1024) {
                buffer.put(at, (byte) 1);
            }
            HELD.add(buffer);
        }
        return (long) mebibytes * MIB;
    }

    private static long untouched(int mebibytes) {
        for (int i = 0; i < mebibytes; i++) {
            HELD.add(UNSAFE.allocateMemory(MIB));
        }
        return (long) mebibytes * MIB;
    }

    private static long file(int mebibytes) throws IOException {
        Path path = Files.createTempFile("nmt-planted", ".bin");
        path.toFile().deleteOnExit();
        long read = mebibytes / 2 * (long) MIB;
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength((long) mebibytes * MIB);
            MappedByteBuffer buffer = file.getChannel().map(FileChannel.MapMode.READ_ONLY, 0, (long) mebibytes * MIB);
            int sum = 0;
            for (int at = 0; at < read; at += 4096) {
                sum += buffer.get(at);
            }
            HELD.add(buffer);
            HELD.add(sum);
        }
        return read;
    }

    /** Dictionaries for compression that are never closed: the library copies each, and makes tables for it. */
    private static long nativeLibrary(int mebibytes) throws IOException {
        byte[] dictionary = new byte[256 << 10];
        RANDOM.nextBytes(dictionary);
        HELD.add(new ZstdDictCompress(dictionary, 3));
        long before = rssBytes();
        while (rssBytes() - before < (long) mebibytes * MIB) {
            HELD.add(new ZstdDictCompress(dictionary, 3));
        }
        return rssBytes() - before;
    }

    private static long fragments(int mebibytes) {
        // A block of 1 KiB takes 1040 bytes of malloc's.
        int count = mebibytes * 1024;
        long[] blocks = new long[count];
        for (int i = 0; i < count; i++) {
            blocks[i] = UNSAFE.allocateMemory(1024);
            UNSAFE.setMemory(blocks[i], 1024, (byte) 1);
        }
        long freed = 0;
        for (int i = 0; i < count; i++) {
            if (i % 16 != 0) {
                UNSAFE.freeMemory(blocks[i]);
                freed += 1040;
            }
        }
        HELD.add(blocks);
        return freed;
    }

    /** Stacks that are used to their end. */
    private static long stacks(int threads) throws InterruptedException {
        CountDownLatch deep = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(null, () -> waitDeep(deep), "deep-" + i, 2 * MIB);
            thread.setDaemon(true);
            thread.start();
        }
        deep.await();
        // What HotSpot keeps unmapped at the end of each.
        long guards = 16 << 10;
        return threads * (2 * MIB - guards);
    }

    private static void waitDeep(CountDownLatch deep) {
        try {
            descend(0);
        } catch (StackOverflowError e) {
            deep.countDown();
        }
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static int descend(int depth) {
        return depth < 0 ? 0 : descend(depth + 1) + 1;
    }

    private static long metaspace(int mebibytes) throws IOException, ReflectiveOperationException {
        byte[] bytes;
        try (var in = Planted.class.getResourceAsStream("Planted.class")) {
            bytes = in.readAllBytes();
        }
        long before = metaspaceBytes();
        while (metaspaceBytes() - before < (long) mebibytes * MIB) {
            HELD.add(Class.forName(Planted.class.getName(), true, new Copies(bytes)));
        }
        return metaspaceBytes();
    }

    /** All there is: it has one line, or two with the class space. */
    private static long metaspaceBytes() {
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getName().equals("Metaspace")) {
                return pool.getUsage().getCommitted();
            }
        }
        throw new IllegalStateException("no metaspace");
    }

    private static long rssBytes() throws IOException {
        try (BufferedReader in = Files.newBufferedReader(Path.of("/proc/self/smaps_rollup"))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith("Rss:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
                }
            }
        }
        throw new IllegalStateException("no Rss");
    }

    /** Each has a class of its own. */
    private static final class Copies extends ClassLoader {
        private final byte[] bytes;

        Copies(byte[] bytes) {
            super(Planted.class.getClassLoader());
            this.bytes = bytes;
        }

        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            return name.equals(Planted.class.getName())
                    ? defineClass(name, bytes, 0, bytes.length)
                    : super.loadClass(name);
        }
    }
}
