package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import io.nmt.core.NativeMemory;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Lets errors strike wherever a hook happens to be, and tells what the tracker and HotSpot say afterwards. */
public final class ErrorsInHooks {
    private static final int THIN_STACK_BYTES = 1 << 18;
    private static final int PADDINGS = 61;
    private static final int KEPT = 10_000;
    private static final int STOPS = 300;
    private static final long STOP_MILLIS = 20_000;

    private static final long[] LIVE = new long[1 << 17];
    private static Object[] fills; // the heap
    private static final List<Object> KEPT_BUFFERS = new ArrayList<>();
    private static int live;
    private static final AtomicLong PAIRS = new AtomicLong();

    private ErrorsInHooks() {}

    public static void main(String[] arguments) throws Exception {
        UNSAFE.freeMemory(UNSAFE.allocateMemory(1));
        HotSpotOther.read();
        HotSpotOther before = HotSpotOther.read();
        switch (arguments[0]) {
            case "overflows" -> {
                for (int i = 0; i < KEPT; i++) {
                    UNSAFE.allocateMemory(8);
                }
                int times = Integer.parseInt(arguments[1]);
                inThread(() -> overflows(times));
            }
            case "full-heap" -> fullHeap();
            case "first-in-a-full-heap" -> firstInAFullHeap();
            case "first-mappings" -> firstMappings();
            case "stops" -> stops();
            case "full-stderr" -> fillStderr();
            case "blocked-stdout" -> System.setOut(new PrintStream(new BlockedStream(), true));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        Figures.say("end");
        HotSpotOther after = HotSpotOther.read();
        Talk.say("leaked " + (after.blocks() - before.blocks()));
    }

    /** A pipe that no process reads. */
    private static void fillStderr() throws InterruptedException {
        Thread thread = new Thread(() -> System.err.println("x".repeat(1 << 20)));
        thread.setDaemon(true);
        thread.start();
        while (!isIn(thread.getStackTrace(), "writeBytes")) {
            Thread.onSpinWait();
        }
    }

    private static boolean isIn(StackTraceElement[] stack, String method) {
        return stack.length > 0 && stack[0].getMethodName().startsWith(method);
    }

    private static void inThread(Runnable action) throws InterruptedException {
        Thread thread = new Thread(null, action, "thin", THIN_STACK_BYTES);
        thread.start();
        thread.join();
    }

    /** A recursive algorithm that takes native memory at each level. */
    private static void overflows(int times) {
        int overflows = 0;
        for (int i = 0; i < times; i++) {
            live = 0;
            try {
                pad(i % PADDINGS, 64 + 16 * i);
            } catch (StackOverflowError e) {
                overflows++;
            }
            for (int j = 0; j < live; j++) {
                UNSAFE.freeMemory(LIVE[j]);
            }
            NativeMemory.snapshot();
        }
        Talk.say("overflows " + overflows);
    }

    private static int pad(int frames, long bytes) {
        return frames == 0 ? descend(bytes) : pad(frames - 1, bytes) + 1;
    }

    private static int descend(long bytes) {
        if (live == LIVE.length) {
            return 0; // never: the stack ends before
        }
        LIVE[live] = UNSAFE.allocateMemory(bytes);
        live++;
        return descend(bytes) + 1;
    }

    /** Threads have ended, and nothing has read their counters yet. */
    private static void fullHeap() throws InterruptedException {
        List<ByteBuffer> buffers = Collections.synchronizedList(new ArrayList<>()); // else they may come and go
        for (int i = 0; i < 3; i++) {
            inThread(() -> buffers.add(ByteBuffer.allocateDirect(100)));
        }
        for (int repeat = 0; repeat < 4; repeat++) {
            fillHeap();
        }
        int failed = 0;
        for (int i = 0; i < 3; i++) {
            try {
                NativeMemory.snapshot();
            } catch (OutOfMemoryError e) {
                failed++;
            }
        }
        fills = null;
        Talk.say("failed " + failed + " with " + buffers.size() + " buffers");
    }

    private static void fillHeap() {
        for (int length = 1 << 18; length > 4; ) {
            try {
                Object[] more = new Object[length];
                more[0] = fills;
                fills = more;
            } catch (OutOfMemoryError e) {
                length /= 8; // the collector runs twice for each
            }
        }
    }

    /** A plain JVM takes a second for it. */
    private static void firstInAFullHeap() {
        fillHeap();
        for (live = 0; live < 2 * KEPT; live++) {
            LIVE[live] = UNSAFE.allocateMemory(100);
        }
        fills = null;
        Talk.say("allocated " + live);
    }

    /**
     * At the end of a stack, before any other; then the JDK's classes that hooks use are used by the program itself.
     */
    private static void firstMappings() throws Exception {
        Path path = Files.createTempFile("first", "mapping");
        Files.write(path, new byte[8192]);
        try (FileChannel file = FileChannel.open(path)) {
            file.map(FileChannel.MapMode.READ_ONLY, 0, 0); // initialises what the JDK itself needs, and maps nothing
            inThread(() -> descendAndMap(file));
        } finally {
            Files.delete(path);
        }
        new ConcurrentSkipListMap<Integer, Integer>()
                .put(1, ThreadLocalRandom.current().nextInt());
        Talk.say("mappings left " + live);
    }

    @SuppressWarnings("InfiniteRecursion") // until the stack ends
    private static boolean descendAndMap(FileChannel file) {
        boolean atTheEnd;
        try {
            atTheEnd = descendAndMap(file);
        } catch (StackOverflowError e) {
            live = PADDINGS;
            atTheEnd = true;
        }
        if (live > 0) { // a failed one does not count: how much stack a frame has is for the compiler to say
            try {
                KEPT_BUFFERS.add(file.map(FileChannel.MapMode.READ_ONLY, 0, 4096));
                live--;
            } catch (StackOverflowError | InternalError e) {
                return atTheEnd; // as without the agent
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return atTheEnd;
    }

    private static void stops() throws Exception {
        int lost = 0;
        for (int i = 0; i < STOPS; i++) {
            long first = PAIRS.get();
            Thread thread = new Thread(() -> {
                while (true) {
                    UNSAFE.freeMemory(UNSAFE.allocateMemory(100));
                    PAIRS.incrementAndGet();
                }
            });
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler((stopped, thrown) -> {});
            thread.start();
            while (PAIRS.get() < first + 1000 + 37L * i) {
                Thread.onSpinWait();
            }
            Thread.class.getMethod("stop").invoke(thread);
            thread.join(STOP_MILLIS);
            lost += thread.isAlive() ? 1 : 0;
        }
        Talk.say("lost " + lost);
    }

    private static final class BlockedStream extends OutputStream {
        private final PrintStream out = System.out;

        @Override
        public void write(int one) {
            if (Thread.currentThread().getName().startsWith("nmt-exit-report")) {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            out.write(one);
        }
    }
}
