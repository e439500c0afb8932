package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import com.github.luben.zstd.ZstdDictCompress;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;
import java.util.zip.Deflater;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/**
 * {@code Plants NAME}: a situation that the judge has to tell. It goes on until the test says {@code finish}. At
 * {@code state} the program prints what the agent's bean says and how much it has planted; at {@code dump FILE} it
 * copies the flight recording; at {@code fail} a request is refused for which there is no memory.
 */
public final class Plants {
    private static final int MIB = 1 << 20;
    private static final long TICK_NANOS = 200_000_000;
    private static final int TICKS_OF_CACHE = 600; // two minutes
    private static final int TICKS_OF_SAW = 150;
    private static final int TICKS_PER_COLLECTION = 50;
    private static final int TICKS_BEFORE_LATE = 900; // three minutes
    private static final int TICKS_PER_MINUTE = 300;
    private static final int BUFFER_BYTES = MIB / 10;
    private static final int WRITTEN_BYTES = MIB / 4;
    private static final int DEFLATERS_IN_USE = 25;
    private static final int DICTIONARY_BYTES = 32 << 10;
    private static final int BLOCK_BYTES = 1024;
    private static final int KEPT_OF_BLOCKS = 16;
    private static final int MAPPED_BYTES = 512 << 20; // not all of it is used in ten minutes
    private static final long REFUSED_BYTES = 16L << 40;
    private static final int YOUNG_BYTES = 64 * MIB; // more than it has

    private static final List<Object> KEPT = new ArrayList<>();
    private static final Map<String, Long> PLANTED = new ConcurrentHashMap<>();

    private static volatile Object garbage;

    private Plants() {}

    /** The work of each tick. */
    private interface Plant {
        void tick(int count) throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        settle();
        Plant plant = plant(arguments[0]);
        Thread growing = new Thread(() -> tick(plant), "growing");
        growing.setDaemon(true);
        growing.start();
        Talk.say("ready");
        for (String line = Talk.next(); !line.equals("finish"); line = Talk.next()) {
            switch (line.split(" ")[0]) {
                case "state" -> state();
                case "dump" -> dump(Path.of(line.substring("dump ".length())));
                case "fail" -> fail();
                default -> throw new IllegalArgumentException(line);
            }
        }
        Talk.say("kept " + KEPT.size() + ", garbage " + (garbage != null));
    }

    /** The young heap is used once, so that RSS does not grow by it later. */
    private static void settle() {
        for (int i = 0; i < YOUNG_BYTES / MIB; i++) {
            garbage = new byte[MIB];
        }
    }

    private static Plant plant(String name) throws Exception {
        return switch (name) {
            case "nothing" -> count -> {};
            case "two-leaks" -> Plants::twoLeaks;
            case "uncollected", "settled" -> count -> buffer();
            case "zips" -> count -> garbageZip();
            case "cache" ->
                count -> {
                    if (count < TICKS_OF_CACHE) {
                        block();
                    }
                };
            case "sawtooth" -> Plants::saw;
            case "heap" ->
                count -> {
                    block();
                    KEPT.add(new byte[MIB / 5]);
                };
            case "late" -> Plants::late;
            case "pool" -> Plants::pooled;
            case "page-cache" -> pageCache();
            case "tmpfs" -> inMemory();
            case "cache-at-limit" -> cacheAtLimit();
            case "handles" -> count -> KEPT.add(new Handle());
            case "malloc" -> malloc();
            case "metaspace" -> metaspace();
            case "strings" -> Plants::intern;
            case "code" -> code();
            case "threads" -> count -> thread();
            case "retained" -> retained();
            case "file" -> mappedFile();
            case "limit" -> limit();
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** Direct buffers near their limit of 64 MiB. */
    private static Plant limit() {
        for (int i = 0; i < 61; i++) {
            KEPT.add(ByteBuffer.allocateDirect(MIB));
        }
        return count -> {};
    }

    private static void tick(Plant plant) {
        long next = System.nanoTime();
        try {
            for (int count = 0; ; count++) {
                plant.tick(count);
                next += TICK_NANOS;
                LockSupport.parkNanos(next - System.nanoTime());
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Thirty megabytes a minute of buffers, and less of streams; both are kept, and the collector looks. */
    private static void twoLeaks(int count) {
        buffer();
        if (count % 2 == 0) {
            KEPT.add(deflater());
        }
        if (count % TICKS_PER_COLLECTION == 0) {
            System.gc();
        }
    }

    private static void buffer() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        touch(buffer);
        KEPT.add(buffer);
        PLANTED.merge("buffer", (long) buffer.capacity(), Long::sum);
    }

    private static void block() {
        int bytes = BUFFER_BYTES;
        long address = UNSAFE.allocateMemory(bytes);
        UNSAFE.setMemory(address, bytes, (byte) 1);
        KEPT.add(address);
        PLANTED.merge("block", (long) bytes, Long::sum);
    }

    private static Deflater deflater() {
        Deflater deflater = new Deflater();
        deflater.setInput(new byte[100]);
        deflater.deflate(new byte[100]);
        return deflater;
    }

    private static final Deque<Object> IN_USE = new ArrayDeque<>();

    /** Each is let go after five seconds, when it is old, and no collection of old objects comes. */
    private static void garbageZip() {
        IN_USE.add(deflater());
        if (IN_USE.size() > DEFLATERS_IN_USE) {
            IN_USE.poll();
        }
        for (int i = 0; i < 40; i++) {
            garbage = new byte[100_000];
        }
    }

    private static final Deque<Long> SAW = new ArrayDeque<>();

    private static void saw(int count) {
        if (count % TICKS_OF_SAW == 0) {
            while (!SAW.isEmpty()) {
                UNSAFE.freeMemory(SAW.poll());
            }
        }
        long address = UNSAFE.allocateMemory(MIB / 5);
        UNSAFE.setMemory(address, MIB / 5, (byte) 1);
        SAW.add(address);
    }

    /** After minutes of a full cache that turns over, what is allocated is kept. */
    private static void late(int count) {
        if (count < TICKS_BEFORE_LATE) {
            saw(count);
        } else {
            block();
        }
    }

    /** Buffers of a pool, which are not released; the collector looks. */
    private static void pooled(int count) {
        ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(BUFFER_BYTES);
        buffer.setZero(0, BUFFER_BYTES);
        KEPT.add(buffer);
        PLANTED.merge("pooled", (long) BUFFER_BYTES, Long::sum);
        if (count % TICKS_PER_COLLECTION == 0) {
            System.gc();
        }
    }

    /** A file that is written: the kernel keeps it in memory, no process has it. */
    private static Plant pageCache() throws IOException {
        Path path = Files.createTempFile("nmt-plants", ".bin");
        path.toFile().deleteOnExit();
        FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE);
        KEPT.add(file);
        ByteBuffer written = ByteBuffer.allocateDirect(WRITTEN_BYTES);
        return count -> file.write(written.clear());
    }

    /** A file in a tmpfs that grows, and that is not mapped. */
    private static Plant inMemory() throws IOException {
        Path path = Files.createTempFile(Path.of("/dev/shm"), "nmt-plants", ".bin");
        path.toFile().deleteOnExit();
        FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE);
        KEPT.add(file);
        ByteBuffer written = ByteBuffer.allocateDirect(WRITTEN_BYTES);
        return count -> file.write(written.clear());
    }

    /** A file on a disk, longer than there is room in the cgroup. */
    private static Plant cacheAtLimit() throws IOException {
        Path path = Files.createTempFile("nmt-plants", ".bin");
        path.toFile().deleteOnExit();
        byte[] bytes = new byte[MIB];
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            for (int i = 0; i < 700; i++) {
                file.write(bytes);
            }
        }
        return count -> {
            if (count % TICKS_PER_COLLECTION == 0) {
                try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
                    while (file.read(bytes) > 0) {
                        // So that it is used of late.
                    }
                }
            }
        };
    }

    /** Holds nothing that is tracked: the agent's option {@code handles} counts it. */
    public static final class Handle implements AutoCloseable {
        @Override
        public void close() {
            garbage = null;
        }
    }

    /** A library's own malloc, in objects that no option names. */
    private static Plant malloc() {
        byte[] dictionary = new byte[DICTIONARY_BYTES];
        new Random(1).nextBytes(dictionary);
        return count -> KEPT.add(new ZstdDictCompress(dictionary, 3));
    }

    /** Loaders of one class each, which are kept; the collector looks. */
    private static Plant metaspace() throws IOException {
        byte[] bytes = bytes("Plants.class");
        return count -> {
            for (int i = 0; i < 4; i++) {
                KEPT.add(load(Plants.class.getName(), bytes));
            }
            if (count % TICKS_PER_COLLECTION == 0) {
                System.gc();
            }
        };
    }

    private static byte[] bytes(String file) throws IOException {
        try (var in = Plants.class.getResourceAsStream(file)) {
            return in.readAllBytes();
        }
    }

    private static Class<?> load(String name, byte[] bytes) throws ClassNotFoundException {
        return Class.forName(name, true, new Copies(name, bytes));
    }

    /** Each has a class of its own. */
    private static final class Copies extends ClassLoader {
        private final String name;
        private final byte[] bytes;

        Copies(String name, byte[] bytes) {
            super(Plants.class.getClassLoader());
            this.name = name;
            this.bytes = bytes;
        }

        @Override
        public Class<?> loadClass(String wanted) throws ClassNotFoundException {
            return wanted.equals(name) ? defineClass(name, bytes, 0, bytes.length) : super.loadClass(wanted);
        }
    }

    /** Ninety thousand strings a minute. */
    private static void intern(int count) {
        for (int i = 0; i < 300; i++) {
            KEPT.add(("customer " + count + "/" + i).intern());
        }
    }

    /** Hidden copies of a class whose methods are called until they are compiled. */
    private static Plant code() throws IOException {
        byte[] bytes = bytes("JvmMemoryProgram$Rule.class");
        return count -> {
            for (int i = 0; i < 4; i++) {
                compile(bytes);
            }
        };
    }

    private static void compile(byte[] bytes) throws ReflectiveOperationException {
        Class<?> copy = MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass();
        IntUnaryOperator rule = (IntUnaryOperator) copy.getDeclaredConstructor().newInstance();
        KEPT.add(rule);
        for (int call = 0; call < 3_000; call++) {
            garbage = rule.applyAsInt(call);
        }
    }

    /** Each uses some of its stack, and waits. */
    private static void thread() {
        Thread thread = new Thread(null, () -> descend(100), "kept", MIB);
        thread.setDaemon(true);
        thread.start();
    }

    private static int descend(int depth) {
        if (depth > 0) {
            return descend(depth - 1) + 1;
        }
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    /** Keeps each sixteenth of many small blocks: malloc cannot return the memory between them. */
    private static Plant retained() {
        long[] blocks = new long[200 * BLOCK_BYTES];
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = UNSAFE.allocateMemory(BLOCK_BYTES);
            UNSAFE.setMemory(blocks[i], BLOCK_BYTES, (byte) 1);
        }
        for (int i = 0; i < blocks.length; i++) {
            if (i % KEPT_OF_BLOCKS != 0) {
                UNSAFE.freeMemory(blocks[i]);
            }
        }
        KEPT.add(blocks);
        return count -> {};
    }

    /** Mapped once; more and more of it comes into memory. */
    private static Plant mappedFile() throws IOException {
        Path path = Files.createTempFile("nmt-plants", ".bin");
        path.toFile().deleteOnExit();
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(MAPPED_BYTES);
            MappedByteBuffer buffer = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, MAPPED_BYTES);
            return count -> {
                for (int i = 0; i < 32 && buffer.remaining() > 4096; i++) {
                    buffer.put(buffer.position() + 1, (byte) 1).position(buffer.position() + 4096);
                }
            };
        }
    }

    private static void touch(ByteBuffer buffer) {
        for (int i = 0; i < buffer.capacity(); i += BLOCK_BYTES) {
            buffer.put(i, (byte) 1);
        }
    }

    private static void fail() {
        try {
            UNSAFE.allocateMemory(REFUSED_BYTES);
        } catch (OutOfMemoryError e) {
            Talk.say("refused");
        }
    }

    private static void dump(Path file) throws IOException {
        try (Recording snapshot = FlightRecorder.getFlightRecorder().takeSnapshot()) {
            snapshot.dump(file);
        }
        Talk.say("dumped");
    }

    private static void state() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName process = new ObjectName("io.nmt:type=Process");
        while (!server.isRegistered(process)) {
            Thread.onSpinWait();
        }
        for (String statement : (String[]) server.getAttribute(process, "Statements")) {
            Talk.say("statement " + statement);
        }
        Talk.say("leakSuspects " + server.getAttribute(process, "LeakSuspects"));
        Talk.say("growing " + server.getAttribute(process, "Growing"));
        long perMinute = TICKS_PER_MINUTE * (long) BUFFER_BYTES;
        PLANTED.forEach((method, bytes) -> Talk.say("planted " + method + " " + bytes + " " + perMinute));
        Talk.say("state ends");
    }
}
