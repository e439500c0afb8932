package io.nmt.it.programs;

import java.util.ArrayList;
import java.util.List;

/**
 * Meets an OutOfMemoryError that the JVM makes itself: {@code heap} and {@code held} end a thread by it, the latter
 * with 10 MB of heap left, {@code thread [MILLIS]} asks for one that cannot be, and catches it. Then it waits for the
 * end.
 */
public final class JvmErrors {
    private static final long NO_SYSTEM_HAS = 1L << 46;

    private JvmErrors() {}

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "heap" -> end("eater", JvmErrors::fillHeap);
            case "held" -> end("holder", JvmErrors::fillHeapForGood);
            case "thread" -> {
                if (arguments.length > 1) {
                    Thread.sleep(Long.parseLong(arguments[1])); // at that age of the process
                }
                try {
                    new Thread(null, () -> Talk.say("never"), "large", NO_SYSTEM_HAS).start();
                } catch (OutOfMemoryError e) {
                    Talk.say("saw " + e);
                }
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        Talk.say("over");
        Talk.await("finish");
    }

    private static void end(String name, Runnable task) throws InterruptedException {
        Thread thread = new Thread(task, name);
        thread.start();
        thread.join();
    }

    /** All of it can be collected once the thread has ended. */
    private static void fillHeap() {
        Object held = null;
        while (held != NO_OBJECT) {
            held = new Object[] {held, new byte[1000]};
        }
    }

    private static final Object NO_OBJECT = new Object();
    private static final List<byte[]> HELD = new ArrayList<>();

    private static void fillHeapForGood() {
        byte[] spare = new byte[10 << 20];
        try {
            while (spare.length > 0) {
                HELD.add(new byte[1 << 20]);
            }
        } finally {
            spare[0] = 1; // it is there until then
        }
    }
}
