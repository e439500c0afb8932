package io.nmt.agent.programs;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Meets an OutOfMemoryError that the JVM makes itself: {@code heap} and {@code classes} end a thread by it,
 * {@code thread} asks for one that cannot be, and catches it. Then it waits for the end.
 */
public final class JvmErrors {
    private static final long NO_SYSTEM_HAS = 1L << 46;

    private JvmErrors() {}

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "heap" -> end("eater", JvmErrors::fillHeap);
            case "classes" -> end("definer", JvmErrors::fillMetaspace);
            case "thread" -> {
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

    private static void fillMetaspace() {
        byte[] bytes = bytesOf(JvmErrors.class);
        List<Class<?>> held = new ArrayList<>();
        while (held.size() < Integer.MAX_VALUE) {
            held.add(new Own().define(bytes));
        }
    }

    private static byte[] bytesOf(Class<?> type) {
        try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Own extends ClassLoader {
        Own() {
            super(JvmErrors.class.getClassLoader());
        }

        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }
}
