package io.nmt.agent.pressure;

import io.nmt.report.document.SafeText;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/** Writes why code gets an OutOfMemoryError, on another thread than that of the code. */
abstract class ErrorReport {
    private final Supplier<PressureEvidence> evidence;
    private final Throwable error;
    private final Thread failing;

    ErrorReport(Supplier<PressureEvidence> evidence, Throwable error, Thread failing) {
        this.evidence = evidence;
        this.error = error;
        this.failing = failing;
    }

    /** The crossing of its limit, with these details. */
    abstract Crossing crossing(String details);

    /**
     * Writes it.
     *
     * @return false if there was no memory for it
     */
    final boolean write() {
        try {
            evidence.get().write(crossing(whoAsked()), false, new CountDownLatch(1));
            return true;
        } catch (SecurityException e) {
            PressureEvidence.sayRefused();
            return true;
        } catch (Throwable t) {
            // The application must not be told by an uncaught error. The error that it gets says enough.
            return false;
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
}
