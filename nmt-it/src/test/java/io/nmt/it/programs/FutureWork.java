package io.nmt.it.programs;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Inflater;
import javax.management.ObjectName;

/** Takes some memory of each kind that its arguments name, tells that it has, and ends with an exit code of its own. */
public final class FutureWork {
    public static final int EXIT = 7;
    public static final int DIRECT_BYTES = 1_000_003;
    public static final int MAPPED_BYTES = 12_288;
    public static final String END = "all done";

    private static final int VIRTUAL_THREADS = 1000;
    private static final int VIRTUAL_BYTES = 1001;

    private static final List<Object> KEPT = new ArrayList<>();

    private FutureWork() {}

    public static void main(String[] kinds) throws Throwable {
        KEPT.add(ByteBuffer.allocateDirect(DIRECT_BYTES));
        for (String kind : kinds) {
            switch (kind) {
                case "map" -> map();
                case "zip" -> KEPT.add(new Inflater());
                case "malloc" -> malloc();
                case "arena" -> KEPT.add(Foreign.call(null, "Arena", "ofShared"));
                case "virtual" -> virtualThreads();
                case "bean" -> bean();
                case "limit" -> limit();
                default -> throw new IllegalArgumentException(kind);
            }
        }
        System.out.println(END);
        System.out.flush();
        System.exit(EXIT);
    }

    private static void map() throws IOException {
        Path file = Files.createTempFile("future", "");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            KEPT.add(channel.map(FileChannel.MapMode.READ_WRITE, 0, MAPPED_BYTES));
        } finally {
            Files.delete(file);
        }
    }

    /** Takes all that there may be of direct memory. */
    private static void limit() {
        try {
            KEPT.add(ByteBuffer.allocateDirect(1 << 30));
        } catch (OutOfMemoryError e) {
            System.out.println("refused");
        }
    }

    private static void malloc() throws Throwable {
        long block = (long) Foreign.link("malloc", long.class, long.class).invokeExact(2002L);
        KEPT.add(block);
    }

    /** Each keeps a buffer. */
    private static void virtualThreads() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < VIRTUAL_THREADS; i++) {
            Runnable work = () -> {
                ByteBuffer buffer = ByteBuffer.allocateDirect(VIRTUAL_BYTES);
                synchronized (KEPT) {
                    KEPT.add(buffer);
                }
            };
            threads.add((Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void bean() throws Exception {
        boolean there =
                ManagementFactory.getPlatformMBeanServer().isRegistered(new ObjectName("io.nmt:type=NativeMemory"));
        System.out.println("MBean: " + there);
    }
}
