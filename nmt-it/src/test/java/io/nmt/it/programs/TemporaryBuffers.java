package io.nmt.it.programs;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.ThreadUsage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;

/** Threads that write heap buffers to a file, and so fill their caches of temporary buffers. */
public final class TemporaryBuffers {
    private static final int TASKS = 100;

    private static Path file;

    private TemporaryBuffers() {}

    public static void main(String[] arguments) throws Exception {
        file = Files.createTempFile("nmt", ".bin");
        try {
            tell("begin");
            switch (arguments[0]) {
                case "threads" -> threads();
                case "virtual" -> virtualThread();
                case "common-pool" -> commonPool();
                case "exit" -> exitWhileAThreadWaits();
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        } finally {
            Files.delete(file);
        }
    }

    private static void tell(String label) {
        for (ThreadUsage thread : NativeMemory.temporaryBuffers()) {
            Talk.say("cache " + label + "|" + thread.threadName() + "|" + thread.bytes() + "|" + thread.count());
        }
        Figures.say(label);
    }

    /** All at once: as many buffers as the channel takes for each. */
    private static void write(int... sizes) throws IOException {
        ByteBuffer[] buffers = new ByteBuffer[sizes.length];
        for (int i = 0; i < sizes.length; i++) {
            buffers[i] = ByteBuffer.allocate(sizes[i]);
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(buffers);
        }
    }

    private static void threads() throws Exception {
        List<Writer> writers = new ArrayList<>();
        writers.add(new Writer("small", () -> write(10_000)));
        writers.add(new Writer("large", () -> write(1_000_000)));
        writers.add(new Writer("middle", () -> {
            write(100_000);
            write(20_000); // in the same buffer
        }));
        writers.add(new Writer("grown", () -> {
            write(30_000);
            write(60_000); // in place of the first
        }));
        writers.add(new Writer("several", () -> write(1000, 2000, 3000)));
        for (Writer writer : writers) {
            writer.start();
            writer.written.await();
        }
        tell("written");
        for (Writer writer : writers) {
            writer.end.countDown();
            writer.join();
        }
        tell("ended");
    }

    @FunctionalInterface
    private interface Writing {
        void run() throws IOException;
    }

    /** Writes, and then waits to be told to end. */
    private static final class Writer extends Thread {
        final CountDownLatch written = new CountDownLatch(1);
        final CountDownLatch end = new CountDownLatch(1);
        private final Writing writing;

        Writer(String name, Writing writing) {
            super(name);
            this.writing = writing;
        }

        @Override
        public void run() {
            try {
                writing.run();
                written.countDown();
                end.await();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** JDK 21 or later. */
    private static void virtualThread() throws Exception {
        Thread thread = (Thread) Thread.class
                .getMethod("startVirtualThread", Runnable.class)
                .invoke(null, (Runnable) () -> {
                    Thread.currentThread().setName("virtual");
                    try {
                        write(10_000);
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                });
        thread.join();
        tell("written");
    }

    private static void exitWhileAThreadWaits() throws InterruptedException {
        Writer waiting = new Writer("waiting", () -> write(10_000));
        waiting.setDaemon(true);
        waiting.start();
        waiting.written.await();
    }

    /**
     * JDK 17 takes a thread of the common pool its cache after each task, and leaves the buffers to the garbage
     * collector.
     */
    private static void commonPool() throws Exception {
        for (int i = 0; i < TASKS; i++) {
            int bytes = 1000 * (1 + i);
            CountDownLatch written = new CountDownLatch(1);
            ForkJoinPool.commonPool().execute(() -> {
                try {
                    write(bytes);
                    written.countDown();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            written.await(); // unlike get(), which may run the task itself
        }
        tell("written");
        NativeMemory.collectUnreachable();
        tell("collected");
    }
}
