package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import io.nmt.core.NativeMemory;
import io.nmt.core.Scope;
import io.nmt.core.model.Category;
import io.nmt.it.programs.codec.Encoder;
import io.nmt.it.programs.codec.lz.Compressor;
import io.nmt.it.programs.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Takes memory from inside two libraries, of which one is in two packages; its argument says how. */
public final class RuledPackages {
    private static final List<ByteBuffer> BUFFERS = new ArrayList<>();
    private static final List<Object> SEGMENTS = new ArrayList<>();
    private static final long[] DEEP = new long[1_000_000];
    private static int depth;

    private RuledPackages() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("late")) {
            late();
            return;
        }
        Figures.say("begin");
        switch (arguments[0]) {
            case "packages" -> packages();
            case "nested-calls" -> nestedCalls();
            case "scope" -> scope();
            case "reallocate" -> reallocate();
            case "jdk" -> jdk();
            case "deep" -> deep();
            case "arena" -> Encoder.run(RuledPackages::arena);
            case "virtual" -> virtualThreads();
            case "overflow" -> overflow();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        Figures.say("end");
    }

    private static void unsafe(long bytes) {
        UNSAFE.allocateMemory(bytes);
    }

    private static void packages() {
        Encoder.run(() -> unsafe(1));
        Encoder.run(() -> BUFFERS.add(ByteBuffer.allocateDirect(10)));
        Encoder.Block.run(() -> unsafe(100));
        Compressor.run(() -> unsafe(1000));
        Store.run(() -> unsafe(10_000));
        unsafe(100_000);
        BUFFERS.add(ByteBuffer.allocateDirect(1_000_000));
    }

    private static void nestedCalls() {
        Encoder.run(() -> Store.run(() -> unsafe(1)));
        Store.run(() -> Encoder.run(() -> unsafe(10)));
        Store.run(() -> Encoder.run(() -> Compressor.run(() -> unsafe(100))));
    }

    private static void scope() {
        Category own = Category.of("Own");
        Scope outside = NativeMemory.scope(own);
        Encoder.run(() -> unsafe(1));
        outside.close();
        Encoder.run(() -> {
            Scope inside = NativeMemory.scope(own);
            unsafe(10);
            inside.close();
            unsafe(100);
            NativeMemory.allocator(own).allocate(1000);
        });
    }

    private static void reallocate() {
        long[] block = {0, UNSAFE.allocateMemory(1), 0};
        Encoder.run(() -> {
            block[0] = UNSAFE.allocateMemory(2);
            block[1] = UNSAFE.reallocateMemory(block[1], 1000);
            block[2] = UNSAFE.reallocateMemory(0, 10);
        });
        block[0] = UNSAFE.reallocateMemory(block[0], 100);
        Figures.say("reallocated");
        for (long address : block) {
            UNSAFE.freeMemory(address);
        }
    }

    /** Memory that the JDK allocates for itself, and keeps. */
    private static void jdk() {
        Encoder.run(() -> {
            try {
                Memory.writeHeapBuffer(10_000);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Two frames of Unsafe, these, and one of the encoder. */
    private static void deep() {
        Encoder.run(new Deep(29, 1));
        Encoder.run(new Deep(30, 10));
    }

    /** Is on the stack as often as it was told. */
    private record Deep(int frames, long bytes) implements Runnable {
        @Override
        public void run() {
            if (frames == 1) {
                UNSAFE.allocateMemory(bytes);
            } else {
                new Deep(frames - 1, bytes).run();
            }
        }
    }

    /** A preview in JDK 21, there since JDK 22. */
    private static void arena() {
        try {
            Class<?> type = Class.forName("java.lang.foreign.Arena");
            for (String kind : List.of("ofConfined", "ofShared", "ofAuto", "global")) {
                Object arena = type.getMethod(kind).invoke(null);
                SEGMENTS.add(type.getMethod("allocate", long.class, long.class).invoke(arena, 1000L, 8L));
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void virtualThreads() throws Exception {
        ExecutorService executor = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        List<Future<?>> tasks = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            tasks.add(executor.submit(() -> Encoder.run(() -> {
                unsafe(1);
                Thread.yield();
                unsafe(2);
            })));
            tasks.add(executor.submit(() -> unsafe(10)));
        }
        for (Future<?> task : tasks) {
            task.get();
        }
        executor.shutdown();
    }

    /** Allocates at every depth that the stack has. */
    private static void overflow() {
        try {
            Encoder.run(RuledPackages::dive);
        } catch (StackOverflowError e) {
            Talk.say("out of stack");
        }
        Figures.say("deepest");
        for (long address : DEEP) {
            UNSAFE.freeMemory(address);
        }
    }

    private static void dive() {
        DEEP[depth++] = UNSAFE.allocateMemory(8);
        Encoder.run(RuledPackages::dive);
    }

    private static void late() throws IOException {
        long[] old = new long[1];
        Encoder.run(() -> old[0] = UNSAFE.allocateMemory(5000));
        Talk.say("ready");
        Talk.await("attached");
        Figures.say("begin");
        Encoder.run(() -> unsafe(61));
        Encoder.run(() -> old[0] = UNSAFE.reallocateMemory(old[0], 6000));
        unsafe(71);
        Figures.say("end");
    }
}
