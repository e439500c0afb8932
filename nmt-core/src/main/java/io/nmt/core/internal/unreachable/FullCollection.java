package io.nmt.core.internal.unreachable;

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
        } else if (isConcurrent()) {
            // G1 begins by keeping all young objects that an old one refers to, even if that is garbage, as it finds
            // out then.
            plantSentinel();
            System.gc();
        }
        return sentinel.refersTo(null);
    }

    private void plantSentinel() {
        sentinel = new PhantomReference<>(new Object(), queue);
    }

    /**
     * Calls the diagnostic command {@code GC.class_histogram}: to count only objects that are reachable, it collects
     * first, unless it is ZGC of JDK 17, or Shenandoah.
     */
    private static void inspectHeap() {
        invoke("DiagnosticCommand", "gcClassHistogram", new String[0]);
    }

    private static boolean isConcurrent() {
        Object option = invoke("HotSpotDiagnostic", "getVMOption", "ExplicitGCInvokesConcurrent");
        return option != null && option.toString().contains("value=true");
    }

    /** Calls a bean of the JVM, by reflection, since a runtime may lack the modules; null if there is no such thing. */
    private static Object invoke(String type, String operation, Object argument) {
        try {
            Object server = Class.forName("java.lang.management.ManagementFactory")
                    .getMethod("getPlatformMBeanServer")
                    .invoke(null);
            Class<?> nameType = Class.forName("javax.management.ObjectName");
            Object name = nameType.getConstructor(String.class).newInstance("com.sun.management:type=" + type);
            Method invoke = Class.forName("javax.management.MBeanServerConnection")
                    .getMethod("invoke", nameType, String.class, Object[].class, String[].class);
            Object[] arguments = {argument};
            String[] signature = {argument.getClass().getName()};
            return invoke.invoke(server, name, operation, arguments, signature);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return null; // where it matters, the sentinel will tell
        }
    }

    /** Waits until what was collected is being handled; returns false if that is not before {@code endNanos}. */
    boolean awaitHandling(long endNanos) throws InterruptedException {
        long millis = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
        return queue.remove(Math.max(1, millis)) != null;
    }
}
