package io.nmt.jmc.programs;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import sun.misc.Unsafe;

/**
 * Takes native memory for as many seconds as its second argument says, and ends: {@code leak} takes 256 KiB as often a
 * second as its third argument says and gives none of it back, {@code quiet} takes and gives back as much. {@code
 * direct} takes as many direct buffers of 1 MiB as its second argument says, or as it can, and ends with them, once the
 * file of its third argument is there.
 */
public final class Taking {
    private static final int BYTES = 256 << 10;
    private static final long LONGEST_NANOS = 60_000_000_000L;
    private static final Unsafe UNSAFE = unsafe();
    private static final List<ByteBuffer> BUFFERS = new ArrayList<>();

    private Taking() {}

    /**
     * Runs it.
     *
     * @param arguments what to do, for how many seconds, and how often a second; or how many buffers to take
     */
    public static void main(String[] arguments) throws InterruptedException {
        if (arguments[0].equals("direct")) {
            fill(Integer.parseInt(arguments[1]));
            if (arguments.length > 2) {
                awaitFile(Path.of(arguments[2]));
            }
        } else {
            take(arguments[0].equals("leak"), Long.parseLong(arguments[1]), Integer.parseInt(arguments[2]));
        }
    }

    private static void take(boolean leak, long seconds, int timesASecond) throws InterruptedException {
        long end = System.nanoTime() + seconds * 1_000_000_000;
        long kept = UNSAFE.allocateMemory(BYTES);
        while (System.nanoTime() < end) {
            if (leak) {
                forget();
            } else {
                UNSAFE.freeMemory(UNSAFE.allocateMemory(BYTES));
            }
            Thread.sleep(1000 / timesASecond);
        }
        UNSAFE.freeMemory(kept);
    }

    private static void forget() {
        UNSAFE.setMemory(UNSAFE.allocateMemory(BYTES), BYTES, (byte) 1);
    }

    private static void fill(int buffers) {
        try {
            for (int i = 0; i < buffers; i++) {
                BUFFERS.add(ByteBuffer.allocateDirect(1 << 20));
            }
        } catch (OutOfMemoryError e) {
            System.out.println(e);
        }
    }

    private static void awaitFile(Path file) throws InterruptedException {
        long end = System.nanoTime() + LONGEST_NANOS;
        while (!Files.exists(file) && System.nanoTime() < end) {
            Thread.sleep(10);
        }
    }

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
