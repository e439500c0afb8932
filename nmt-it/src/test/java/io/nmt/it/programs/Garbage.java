package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import io.nmt.core.NativeMemory;
import io.nmt.core.internal.unreachable.UnreachableMemory;
import io.nmt.core.model.Unreachable;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** Drops native memory without freeing it, and tells how much of it was found; its argument says what. */
public final class Garbage {
    private static final long PAUSE_NANOS = 1_000_000;
    private static final Cleaner CLEANER = Cleaner.create(work -> new Thread(work, "not called so"));

    private static List<Object> dropped = new ArrayList<>();
    private static final List<Object> KEPT = new ArrayList<>();
    private static volatile boolean stop;

    private Garbage() {}

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "buffers" -> buffers();
            case "arenas" -> drop(Garbage::arenas);
            case "incubator" -> drop(Garbage::incubator);
            case "mappings" -> drop(Garbage::mappings);
            case "cleaners" -> drop(Garbage::cleaners);
            case "blocked" -> blocked();
            case "interrupted" -> interrupted();
            case "late" -> late();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void buffers() throws Exception {
        for (int i = 0; i < 1000; i++) {
            dropped.add(ByteBuffer.allocateDirect(1 + i)); // 500,500 bytes
            KEPT.add(ByteBuffer.allocateDirect(10));
        }
        Figures.say("planted");
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(new Thread(Garbage::churn));
        }
        threads.forEach(Thread::start);
        say("reachable", NativeMemory.collectUnreachable());
        dropped = null;
        say("dropped", NativeMemory.collectUnreachable());
        say("again", NativeMemory.collectUnreachable());
        stop = true;
        for (Thread thread : threads) {
            thread.join();
        }
        Figures.say("end");
        Talk.say(KEPT.size() + " kept");
    }

    /**
     * Allocates and frees in the same categories, mostly without garbage: that would call for a collection of its own.
     * Pauses, so that the processors are left to what counts the garbage.
     */
    private static void churn() {
        while (!stop) {
            for (int i = 0; i < 1000; i++) {
                UNSAFE.freeMemory(UNSAFE.allocateMemory(100));
            }
            ByteBuffer buffer = ByteBuffer.allocateDirect(100);
            try {
                UNSAFE.invokeCleaner(buffer);
            } finally {
                // Else a collection may find it before its cleaner has run, and rightly count it.
                Reference.reachabilityFence(buffer);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private interface Planting {
        void plant() throws Exception;
    }

    private static void drop(Planting planting) throws Exception {
        planting.plant();
        say("reachable", NativeMemory.collectUnreachable());
        Figures.say("planted");
        dropped = null;
        say("dropped", NativeMemory.collectUnreachable());
        say("again", NativeMemory.collectUnreachable());
        Figures.say("end");
        Talk.say(KEPT.size() + " kept");
    }

    /** A preview in JDK 21, there since JDK 22. */
    private static void arenas() throws ReflectiveOperationException {
        Class<?> type = Class.forName("java.lang.foreign.Arena");
        var allocate = type.getMethod("allocate", long.class, long.class);
        for (int i = 0; i < 200; i++) {
            Object arena = type.getMethod("ofAuto").invoke(null);
            dropped.add(allocate.invoke(arena, 1000L, 8L));
            allocate.invoke(arena, 64L, 8L);
            KEPT.add(allocate.invoke(type.getMethod("ofAuto").invoke(null), 8L, 8L));
        }
    }

    /** JDK 17. */
    private static void incubator() throws ReflectiveOperationException {
        Class<?> type = Class.forName("jdk.incubator.foreign.ResourceScope");
        var allocate =
                Class.forName("jdk.incubator.foreign.MemorySegment").getMethod("allocateNative", long.class, type);
        for (int i = 0; i < 200; i++) {
            Object scope = type.getMethod("newImplicitScope").invoke(null);
            dropped.add(allocate.invoke(null, 1000L, scope));
            KEPT.add(
                    allocate.invoke(null, 8L, type.getMethod("newImplicitScope").invoke(null)));
        }
    }

    private static void mappings() throws IOException {
        Path file = Files.createTempFile("nmt", ".bin");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            for (int i = 0; i < 10; i++) {
                dropped.add(channel.map(FileChannel.MapMode.READ_WRITE, 0, 5000));
                KEPT.add(channel.map(FileChannel.MapMode.READ_ONLY, 0, 100));
            }
        } finally {
            Files.delete(file);
        }
    }

    private static void cleaners() {
        for (int i = 0; i < 100; i++) {
            dropped.add(freedWhenUnreachable(61));
            KEPT.add(freedWhenUnreachable(8));
        }
    }

    private static Object freedWhenUnreachable(long bytes) {
        long address = UNSAFE.allocateMemory(bytes);
        return cleaned(() -> UNSAFE.freeMemory(address));
    }

    private static Object cleaned(Runnable action) {
        Object owner = new Object();
        CLEANER.register(owner, action);
        return owner;
    }

    /** A cleaner that does not come to an end before it is told. */
    private static void blocked() {
        CountDownLatch goOn = new CountDownLatch(1);
        long address = UNSAFE.allocateMemory(1000);
        dropped.add(cleaned(() -> {
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            UNSAFE.freeMemory(address);
        }));
        say("reachable", NativeMemory.collectUnreachable());
        dropped = null;
        say("dropped", UnreachableMemory.collect(Duration.ofMillis(200)));
        goOn.countDown();
        say("released", NativeMemory.collectUnreachable());
        say("again", NativeMemory.collectUnreachable());
        Figures.say("end");
    }

    private static void interrupted() {
        dropped.add(ByteBuffer.allocateDirect(1000));
        dropped = null;
        Thread.currentThread().interrupt();
        say("interrupted", NativeMemory.collectUnreachable());
        Talk.say("interrupted: " + Thread.interrupted());
    }

    /** Memory from before the agent is freed, too, but its size is unknown. */
    private static void late() throws Exception {
        for (int i = 0; i < 10; i++) {
            dropped.add(ByteBuffer.allocateDirect(100));
        }
        Talk.say("ready");
        Talk.await("attached");
        for (int i = 0; i < 5; i++) {
            dropped.add(ByteBuffer.allocateDirect(1000));
        }
        say("reachable", NativeMemory.collectUnreachable());
        dropped = null;
        say("dropped", NativeMemory.collectUnreachable());
    }

    private static void say(String label, Unreachable unreachable) {
        StringBuilder line = new StringBuilder("unreachable " + label + ": ");
        for (Unreachable.Freed freed : unreachable.categories()) {
            line.append(freed.category() + " " + freed.bytes() + " B " + freed.blocks() + ", ");
        }
        Talk.say(line + "in all " + unreachable.bytes() + " B " + unreachable.blocks() + ", unknown "
                + unreachable.unknownBlocks() + ", collected " + unreachable.collected() + ", settled "
                + unreachable.settled());
    }
}
