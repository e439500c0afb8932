package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Does what must fail, and tells all that it sees of it, without any address: {@code saw WHAT: RESULT}, or the
 * exception with its stack. It runs without the agent, too, unless it is to tell the tracker's figures: then its second
 * argument is {@code figures}.
 */
public final class BadWeather {
    private static final long IMPOSSIBLE = 1L << 62;
    private static final long GIB = 1L << 30;
    private static final int MIB = 1 << 20;

    private static boolean tellsFigures;

    private BadWeather() {}

    public static void main(String[] arguments) throws Exception {
        tellsFigures = arguments.length > 1;
        switch (arguments[0]) {
            case "unsafe" -> unsafe();
            case "huge" -> huge();
            case "direct-limit" -> directLimit();
            case "segments" -> segments();
            case "truncated" -> truncated();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void figures(String label) {
        if (tellsFigures) {
            Figures.say(label);
        }
    }

    private static void see(String what, Callable<?> action) {
        try {
            Talk.say("saw " + what + ": " + action.call());
        } catch (Throwable t) {
            Talk.say("saw " + what + ": " + t);
            for (Throwable thrown = t; thrown != null; thrown = thrown.getCause()) {
                for (StackTraceElement frame : thrown.getStackTrace()) {
                    Talk.say("saw at " + frame);
                }
                Talk.say("saw cause " + thrown.getCause());
            }
        }
    }

    private static void see(String what, Runnable action) {
        see(what, () -> {
            action.run();
            return "done";
        });
    }

    private static void unsafe() {
        long block = UNSAFE.allocateMemory(1000);
        UNSAFE.setMemory(block, 1000, (byte) 7);
        for (long bytes : new long[] {IMPOSSIBLE, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
            see("allocate " + bytes, () -> UNSAFE.allocateMemory(bytes));
        }
        figures("not allocated");
        for (long bytes : new long[] {IMPOSSIBLE, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
            see("reallocate to " + bytes, () -> UNSAFE.reallocateMemory(block, bytes));
            see("reallocate null to " + bytes, () -> UNSAFE.reallocateMemory(0, bytes));
        }
        figures("not reallocated");
        for (int i = 0; i < 1000; i++) {
            if (UNSAFE.getByte(block + i) != 7) {
                throw new IllegalStateException("The block has changed");
            }
        }
        see("free null", () -> UNSAFE.freeMemory(0));
        see("allocate 0", () -> UNSAFE.allocateMemory(0));
        see("reallocate null to 0", () -> UNSAFE.reallocateMemory(0, 0));
        figures("nothing");
        see("reallocate to 0", () -> UNSAFE.reallocateMemory(block, 0));
        figures("freed");
    }

    /** Touches no page of it. */
    private static void huge() {
        long block = UNSAFE.allocateMemory(5 * GIB + 1);
        figures("allocated");
        see("reallocate to " + IMPOSSIBLE, () -> UNSAFE.reallocateMemory(block, IMPOSSIBLE));
        figures("not reallocated");
        long larger = UNSAFE.reallocateMemory(block, 6 * GIB + 2);
        figures("larger");
        long smaller = UNSAFE.reallocateMemory(larger, 3);
        figures("smaller");
        UNSAFE.freeMemory(smaller);
        figures("freed");
    }

    /** Runs with a limit of 1 MiB. */
    private static void directLimit() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(700_000);
        see("second buffer", () -> ByteBuffer.allocateDirect(700_000));
        see("largest buffer", () -> ByteBuffer.allocateDirect(Integer.MAX_VALUE));
        see("negative buffer", () -> ByteBuffer.allocateDirect(-1));
        figures("no second buffer");
        see("temporary buffer", () -> {
            Memory.writeHeapBuffer(700_000); // the JDK counts these against the limit until JDK 23
            return "written";
        });
        long block = UNSAFE.allocateMemory(61);
        ByteBuffer small = ByteBuffer.allocateDirect(62);
        ByteBuffer empty = ByteBuffer.allocateDirect(0);
        figures("after a temporary buffer");
        see("clean a slice", () -> UNSAFE.invokeCleaner(buffer.slice()));
        see("clean a buffer of the heap", () -> UNSAFE.invokeCleaner(ByteBuffer.allocate(1)));
        figures("nothing cleaned");
        see("clean", () -> UNSAFE.invokeCleaner(buffer));
        see("clean again", () -> UNSAFE.invokeCleaner(buffer));
        figures("cleaned once");
        UNSAFE.invokeCleaner(small);
        UNSAFE.invokeCleaner(empty);
        UNSAFE.freeMemory(block);
        figures("freed");
    }

    /** Runs with a limit of 1 MiB, which is for automatic arenas alone since JDK 22. */
    private static void segments() {
        for (Segments.Arena kind : List.of(Segments.Arena.CONFINED, Segments.Arena.AUTO)) {
            Object arena = kind.open();
            see(kind + " impossible", () -> Segments.allocate(arena, IMPOSSIBLE, 1));
            see(kind + " impossible to align", () -> Segments.allocate(arena, Long.MAX_VALUE, 4096));
            see(kind + " negative", () -> Segments.allocate(arena, -1, 1));
            see(kind + " badly aligned", () -> Segments.allocate(arena, 8, 3));
        }
        see("automatic over the limit", () -> Segments.allocate(Segments.Arena.AUTO.open(), 2 * MIB, 1));
        figures("refused");

        Object arena = Segments.Arena.CONFINED.open();
        see("empty segment", () -> Segments.address(Segments.allocate(arena, 0, 1)) != 0);
        figures("empty");
        see("other thread", () -> inOtherThread(() -> Segments.close(arena)));
        figures("not closed");
        see("close", () -> Segments.close(arena));
        see("close again", () -> Segments.close(arena));
        see("allocate too late", () -> Segments.allocate(arena, 8, 1));
        see("close the global arena", () -> Segments.close(Segments.Arena.GLOBAL.open()));
        figures("closed");
    }

    private static String inOtherThread(Runnable action) throws InterruptedException {
        String[] result = {"done"};
        Thread thread = new Thread(() -> {
            try {
                action.run();
            } catch (RuntimeException e) {
                result[0] = e.toString();
            }
        });
        thread.start();
        thread.join();
        return result[0].replace(thread.toString(), "the other thread");
    }

    private static void truncated() throws IOException {
        Path file = Files.createTempFile("nmt", ".bin");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileChannel reading = FileChannel.open(file, StandardOpenOption.READ)) {
            see("map negative size", () -> channel.map(FileChannel.MapMode.READ_WRITE, 0, -1));
            see("map too much", () -> channel.map(FileChannel.MapMode.READ_WRITE, 0, 1L << 31));
            see("map at the end of the world", () -> channel.map(FileChannel.MapMode.READ_WRITE, Long.MAX_VALUE, 1));
            see("map to write what is read", () -> reading.map(FileChannel.MapMode.READ_WRITE, 0, 1));
            see("map beyond the end", () -> reading.map(FileChannel.MapMode.READ_ONLY, 0, 1));
            see("map what the system does not map", BadWeather::mapSystemFile);
            figures("not mapped");
            MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, MIB);
            mapped.put(MIB - 1, (byte) 1);
            figures("mapped");
            truncate(file);
            see("read after the end", () -> mapped.get(MIB / 2));
            see("load", () -> mapped.load());
            see("force", () -> mapped.force());
            figures("truncated");
            see("unmap", () -> UNSAFE.invokeCleaner(mapped));
            see("unmap again", () -> UNSAFE.invokeCleaner(mapped));
            figures("unmapped");
        } finally {
            Files.delete(file);
        }
    }

    /** Such a file has a size, but no pages. */
    private static String mapSystemFile() throws IOException {
        Path file = Path.of("/sys/devices/system/cpu/online");
        if (!Files.isReadable(file)) {
            return "no such file here";
        }
        try (FileChannel channel = FileChannel.open(file)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, 1).toString();
        }
    }

    private static void truncate(Path file) throws IOException {
        try (FileChannel other = FileChannel.open(file, StandardOpenOption.WRITE)) {
            other.truncate(0);
        }
    }
}
