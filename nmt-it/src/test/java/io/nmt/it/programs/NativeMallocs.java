package io.nmt.it.programs;

import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/** Has a native library take memory by malloc, and keep some of it. The library's path is the argument. */
public final class NativeMallocs {
    public static final long KEPT_BYTES = 4096;
    public static final long KEPT_BLOCKS = 16_384;

    /** Smaller than the interval by more, and through the Linker, where there is one. */
    public static final long LINKED_BYTES = 1000;

    public static final long LINKED_BLOCKS = 30_000;

    /** Bytes that Java code keeps meanwhile, which the tracker knows. */
    public static final long TRACKED_BYTES = 10_000;

    public static final long TRACKED_BLOCKS = 2_000;

    private static final long CHURN_BYTES = 500;
    private static final long CHURN_BLOCKS = 600_000;
    private static final List<Long> HELD = new ArrayList<>();

    private NativeMallocs() {}

    private static native void keep(long bytes, long count);

    private static native void churn(long bytes, long count);

    private static native long keepAddress();

    @SuppressWarnings("restricted") // from JDK 22 on
    public static void main(String[] arguments) throws Throwable {
        System.load(arguments[0]);
        boolean leaks = !arguments[1].equals("none");
        MethodHandle linked = arguments[1].equals("linked") ? linked() : null;
        Talk.say("ready");
        Talk.await("go");
        churn(CHURN_BYTES, CHURN_BLOCKS);
        if (leaks) {
            leak();
        }
        if (linked != null) {
            leakLinked(linked);
        }
        track();
        churn(CHURN_BYTES, CHURN_BLOCKS);
        Talk.say("done");
        Talk.await("finish");
        HELD.forEach(Memory.UNSAFE::freeMemory);
    }

    private static MethodHandle linked() {
        return Foreign.link(Foreign.segmentAt(keepAddress()), Foreign.descriptor(void.class, long.class, long.class));
    }

    private static void leak() {
        keep(KEPT_BYTES, KEPT_BLOCKS);
    }

    private static void leakLinked(MethodHandle linked) throws Throwable {
        linked.invoke(LINKED_BYTES, LINKED_BLOCKS);
    }

    private static void track() {
        for (int i = 0; i < TRACKED_BLOCKS; i++) {
            HELD.add(Memory.UNSAFE.allocateMemory(TRACKED_BYTES));
        }
    }
}
