package io.nmt.agent.pressure;

import io.nmt.core.report.SafeText;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Writes why code gets an OutOfMemoryError, on another thread than that of the code. */
abstract class ErrorReport implements Runnable {
    private static final long LONGEST_WAIT_MILLIS = 2000;

    private final Supplier<Evidence> evidence;
    private final Throwable error;
    private final Thread failing;
    private final CountDownLatch firstStepDone = new CountDownLatch(1);
    private volatile boolean refused;

    ErrorReport(Supplier<Evidence> evidence, Throwable error, Thread failing) {
        this.evidence = evidence;
        this.error = error;
        this.failing = failing;
    }

    /** What there is a limit of, with these details. */
    abstract Crossing crossing(String details);

    @Override
    public void run() {
        try {
            evidence.get().write(crossing(whoAsked()), false, firstStepDone);
        } catch (Throwable t) {
            // No memory, mostly: the application must not be told by an uncaught error. The error that it gets says
            // enough.
            refused = true;
        } finally {
            firstStepDone.countDown();
        }
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

    /**
     * Waits until the first step is in the file, or is given up, but not for ever.
     *
     * @return false if there was no memory for it
     */
    boolean awaitFirstStep() {
        boolean interrupted = false;
        try {
            if (!firstStepDone.await(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
                Evidence.say("the report on an OutOfMemoryError takes long; the error goes on before it");
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !refused;
    }
}
