package io.nmt.agent.pressure;

import io.nmt.core.NativeMemory;
import io.nmt.core.categories.Category;
import io.nmt.core.hooks.DirectLimitHooks;

/** Writes who filled the limit of direct buffers, on a thread of its own. */
final class DirectLimitReport extends Thread {
    private final Pressure pressure;
    private final Throwable error;
    private final Thread failing;
    private volatile boolean refused;

    DirectLimitReport(Pressure pressure, Throwable error, Thread failing) {
        super(null, null, "nmt-direct-limit", 0, false);
        setDaemon(true);
        setContextClassLoader(ClassLoader.getSystemClassLoader());
        this.pressure = pressure;
        this.error = error;
        this.failing = failing;
    }

    @Override
    public void run() {
        try {
            report();
        } catch (Throwable t) {
            System.err.println("nmt: no report on the limit of direct buffers: " + t);
        }
    }

    private void report() {
        long usage =
                NativeMemory.snapshot().category(Category.DIRECT_BUFFER.name()).committed();
        refused = !pressure.evidence()
                .write(new Crossing(
                        "direct buffer limit",
                        "direct buffer limit (-XX:MaxDirectMemorySize)",
                        usage,
                        DirectLimitHooks.limitBytes(),
                        whoAsked()));
    }

    /** The frames of the error as they are; to read them leaves it unchanged. */
    private String whoAsked() {
        StringBuilder text = new StringBuilder("Thread \"").append(failing.getName());
        text.append("\" gets ").append(error).append('\n');
        for (StackTraceElement frame : error.getStackTrace()) {
            text.append("       at ").append(frame).append('\n');
        }
        return text.toString();
    }

    /** Whether another report was being written. */
    boolean wasRefused() {
        return refused;
    }
}
