package io.nmt.core.unreachable;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.reflect.Method;
import java.util.concurrent.TimeUnit;

/** Makes the JVM collect all garbage, and tells whether it did, by an unreachable object of its own. */
final class FullCollection {
    private final ReferenceQueue<Object> queue = new ReferenceQueue<>();
    private PhantomReference<Object> sentinel;

    /** Returns whether there was a collection. */
    boolean run() {
        plantSentinel();
        System.gc();
        if (!sentinel.refersTo(null)) {
            // -XX:+DisableExplicitGC
            plantSentinel();
            inspectHeap();
        }
        return sentinel.refersTo(null);
    }

    private void plantSentinel() {
        sentinel = new PhantomReference<>(new Object(), queue);
    }

    /**
     * Calls the diagnostic command {@code GC.class_histogram}: to count only objects that are reachable, it collects first,
     * unless it is ZGC of JDK 17, or Shenandoah. By reflection, since a runtime may lack the modules.
     */
    private static void inspectHeap() {
        try {
            Object server = Class.forName("java.lang.management.ManagementFactory")
                    .getMethod("getPlatformMBeanServer")
                    .invoke(null);
            Class<?> nameType = Class.forName("javax.management.ObjectName");
            Object name =
                    nameType.getConstructor(String.class).newInstance("com.sun.management:type=DiagnosticCommand");
            Method invoke = Class.forName("javax.management.MBeanServerConnection")
                    .getMethod("invoke", nameType, String.class, Object[].class, String[].class);
            Object[] arguments = {new String[0]};
            String[] signature = {String[].class.getName()};
            invoke.invoke(server, name, "gcClassHistogram", arguments, signature);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return; // there is no such command: the sentinel will tell
        }
    }

    /** Waits until what was collected is being handled; returns false if that is not before {@code endNanos}. */
    boolean awaitHandling(long endNanos) throws InterruptedException {
        long millis = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
        return queue.remove(Math.max(1, millis)) != null;
    }
}
