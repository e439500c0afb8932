package io.nmt.it.programs;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Opens arenas of all kinds, closes some, loses some, and keeps the rest. */
public final class SharedArenas {
    /** Opened before the agent may come. */
    public static final int EARLY = 3;

    public static final int KEPT = 60;
    public static final int CLOSED = 25;
    public static final int LOST = 15;
    public static final int THREADS = 4;
    public static final int OPENED_BY_THREAD = 50;

    private static final Class<?> ARENA = Foreign.type("Arena");
    private static final MethodHandle SHARED = opens("ofShared");
    private static final List<Object> HELD = new ArrayList<>();

    private SharedArenas() {}

    private static MethodHandle opens(String name) {
        try {
            return MethodHandles.lookup().findStatic(ARENA, name, MethodType.methodType(ARENA));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] arguments) throws Throwable {
        List<Object> early = new ArrayList<>();
        boolean attached = arguments.length > 0;
        for (int i = 0; attached && i < EARLY; i++) {
            early.add(SHARED.invoke());
        }
        Talk.say("ready");
        Talk.await("go");
        openByThreads();
        for (Object arena : early) {
            close(arena);
        }
        keep();
        for (int i = 0; i < KEPT; i++) {
            HELD.add(opens("ofConfined").invoke());
            HELD.add(opens("ofAuto").invoke());
            HELD.add(opens("global").invoke());
        }
        for (int i = 0; i < CLOSED; i++) {
            close(HELD.get(i));
            failToClose(HELD.get(i));
        }
        lose();
        Talk.say("made");
        Talk.await("finish");
    }

    /** All at once, the first of this program among them. */
    private static void openByThreads() throws InterruptedException {
        CountDownLatch start = new CountDownLatch(THREADS);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> {
                start.countDown();
                try {
                    start.await();
                    for (int j = 0; j < OPENED_BY_THREAD; j++) {
                        close(SHARED.invoke());
                    }
                } catch (Throwable t) {
                    throw new IllegalStateException(t);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void keep() throws Throwable {
        for (int i = 0; i < KEPT; i++) {
            Object arena = SHARED.invoke();
            Foreign.call(arena, "SegmentAllocator", "allocate", 8L);
            HELD.add(arena);
        }
    }

    private static void close(Object arena) {
        Foreign.call(arena, "Arena", "close");
    }

    private static void failToClose(Object arena) {
        try {
            close(arena);
        } catch (IllegalStateException e) {
            return;
        }
        throw new AssertionError(arena);
    }

    private static void lose() throws Throwable {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        List<WeakReference<Object>> lost = new ArrayList<>();
        for (int i = 0; i < LOST; i++) {
            lost.add(new WeakReference<>(SHARED.invoke(), queue));
        }
        int collected = 0;
        while (collected < lost.size()) {
            System.gc();
            while (queue.remove(100) != null) {
                collected++;
            }
        }
    }
}
