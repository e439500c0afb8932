package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.SiteUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Allocates where a stack is hard to take, and tells only what is the same without the agent: {@code PROGRAM [sites]}.
 */
public final class StackTerritories {
    private static final int BYTES = 61;
    private static final List<Long> LIVE = new ArrayList<>();

    private static Object heap;
    private static int depth;

    private StackTerritories() {}

    public static void main(String[] arguments) throws Exception {
        LIVE.add(UNSAFE.allocateMemory(BYTES)); // called from native code: the launcher
        Talk.say("class initialiser " + Initialised.answer());
        Talk.say("failing class initialiser " + failing());
        virtualThread();
        reflective();
        deepStack();
        fullHeap();
        Talk.say("stack trace " + new Throwable("after").getStackTrace()[0].getMethodName());
        if (arguments.length > 0) {
            for (SiteUsage usage : NativeMemory.sites()) {
                Talk.say("at " + usage.liveCount() + " " + usage.liveBytes() + " " + usage.site());
            }
        }
        LIVE.forEach(UNSAFE::freeMemory);
        Talk.say("end");
    }

    private static final class Initialised {
        private static final long ADDRESS = UNSAFE.allocateMemory(BYTES);

        static int answer() {
            LIVE.add(ADDRESS);
            return 42;
        }
    }

    private static final class Failing {
        static final int NEVER = fail();

        private static int fail() {
            LIVE.add(UNSAFE.allocateMemory(BYTES));
            throw new IllegalStateException("on purpose");
        }
    }

    private static String failing() {
        try {
            return Integer.toString(Failing.NEVER);
        } catch (ExceptionInInitializerError e) {
            return e.getCause().getMessage();
        }
    }

    /** From JDK 21 on. */
    private static void virtualThread() throws Exception {
        Runnable task = () -> LIVE.add(UNSAFE.allocateMemory(BYTES));
        try {
            Thread thread = (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
            thread.join();
        } catch (NoSuchMethodException e) {
            task.run();
        }
    }

    private static void reflective() throws Exception {
        Callable<Long> call = () -> UNSAFE.allocateMemory(BYTES);
        LIVE.add((Long) Callable.class.getMethod("call").invoke(call));
    }

    /** Every frame allocates and frees, until there is no stack left, again and again. */
    private static void deepStack() {
        int overflows = 0;
        for (int i = 0; i < 10; i++) {
            try {
                descend();
                Talk.say("never");
            } catch (StackOverflowError e) {
                overflows++;
            }
        }
        Talk.say("stack overflows " + overflows);
    }

    private static void descend() {
        UNSAFE.freeMemory(UNSAFE.allocateMemory(BYTES));
        if (depth >= 0) {
            depth++;
            descend();
        }
    }

    /** Allocates while no heap is left. */
    private static void fullHeap() {
        long[] addresses = new long[200];
        int taken = 0;
        try {
            for (int size = 1 << 19; size > 100; ) {
                try {
                    heap = new Object[] {heap, new byte[size]};
                } catch (OutOfMemoryError e) {
                    size /= 8; // the collector runs twice for each
                }
            }
            for (int i = 0; i < addresses.length; i++) {
                addresses[i] = UNSAFE.allocateMemory(BYTES);
                taken++;
            }
        } catch (OutOfMemoryError e) {
            heap = null;
            Talk.say("out of memory " + e.getMessage());
        } finally {
            heap = null;
        }
        for (int i = 0; i < taken; i++) {
            UNSAFE.freeMemory(addresses[i]);
        }
        Talk.say("taken with a full heap " + taken);
    }
}
