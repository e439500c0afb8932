package io.nmt.jmc.programs;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/**
 * Takes native memory for as many seconds as its second argument says, and ends: {@code leak} takes 256 KiB ten times a
 * second and gives none of it back, {@code quiet} takes and gives back as much.
 */
public final class Taking {
    private static final int BYTES = 256 << 10;
    private static final int PAUSE_MILLIS = 100;
    private static final Unsafe UNSAFE = unsafe();

    private Taking() {}

    /**
     * Runs it.
     *
     * @param arguments what to do, and for how many seconds
     */
    public static void main(String[] arguments) throws InterruptedException {
        long end = System.nanoTime() + Long.parseLong(arguments[1]) * 1_000_000_000;
        long kept = UNSAFE.allocateMemory(BYTES);
        while (System.nanoTime() < end) {
            if (arguments[0].equals("leak")) {
                forget();
            } else {
                UNSAFE.freeMemory(UNSAFE.allocateMemory(BYTES));
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        UNSAFE.freeMemory(kept);
    }

    private static void forget() {
        UNSAFE.setMemory(UNSAFE.allocateMemory(BYTES), BYTES, (byte) 1);
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
