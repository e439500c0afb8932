package io.nmt.agent.pressure;

import io.nmt.core.NativeMemory;
import io.nmt.core.internal.hooks.DirectLimitHooks;
import io.nmt.core.internal.threads.DetachedThread;
import io.nmt.core.model.Category;
import io.nmt.core.report.SafeText;
import io.nmt.core.rss.ResidentReader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Writes which code filled the limit of direct buffers, on a thread of its own. */
final class DirectLimitReport extends DetachedThread {
    private final Supplier<Evidence> evidence;
    private final Throwable error;
    private final Thread failing;
    private final CountDownLatch firstStepDone = new CountDownLatch(1);
    private volatile boolean refused;

    DirectLimitReport(Supplier<Evidence> evidence, Throwable error, Thread failing) {
        super("nmt-direct-limit");
        this.evidence = evidence;
        this.error = error;
        this.failing = failing;
    }

    @Override
    public void run() {
        try {
            report();
        } catch (Throwable t) {
            // No memory, mostly: the application must not be told by an uncaught error. The error that it gets says
            // enough.
            refused = true;
        } finally {
            firstStepDone.countDown();
        }
    }

    private void report() {
        long tracked =
                NativeMemory.snapshot().category(Category.DIRECT_BUFFER.name()).committed();
        long usage = Math.max(tracked, ResidentReader.directBytes());
        refused = !evidence.get()
                .write(
                        new Crossing(
                                "direct buffer limit",
                                "direct buffer limit (-XX:MaxDirectMemorySize)",
                                usage,
                                DirectLimitHooks.limitBytes(),
                                whoAsked()),
                        firstStepDone);
    }

    /** The frames of the error as they are; to read them leaves it unchanged. */
    private String whoAsked() {
        StringBuilder text = new StringBuilder("Thread \"").append(SafeText.name(failing.getName()));
        text.append("\" gets ").append(SafeText.line(error.toString())).append('\n');
        for (StackTraceElement frame : error.getStackTrace()) {
            text.append("       at ").append(SafeText.line(frame.toString())).append('\n');
        }
        return text.toString();
    }

    /** Waits until the first step is in the file, or is given up, but not for ever. */
    void awaitFirstStep(long longestMillis) throws InterruptedException {
        if (!firstStepDone.await(longestMillis, TimeUnit.MILLISECONDS)) {
            Evidence.say("the report on the limit of direct buffers takes long; the error goes on before it");
        }
    }

    /** Whether another report was being written. */
    boolean wasRefused() {
        return refused;
    }
}
