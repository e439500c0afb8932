package io.nmt.core.internal.hooks;

import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.threads.DetachedThread;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Tells a listener of an error, on a thread of the tracker. The thread that gets the error neither waits nor loads
 * classes for that. If the JVM ends meanwhile, its end waits for the listener, ten seconds at the most.
 */
@SuppressWarnings("removal") // a security manager, which JDKs before 24 may have, asks for permissions
abstract class ErrorNotice implements Runnable {
    private static final long LONGEST_WAIT_MILLIS = 10_000;

    private final ReportInterval reports;
    private final CountDownLatch told = new CountDownLatch(1);
    private Thread atExit; // null if the end of the JVM does not wait

    /**
     * A notice that is not given yet.
     *
     * @param reports to be undone if the listener has taken no notice
     */
    ErrorNotice(ReportInterval reports) {
        this.reports = reports;
    }

    /** Tells the listener, on a thread of the tracker. Returns whether it has taken notice. */
    abstract boolean tell();

    /** Has a new thread tell the listener. */
    final void giveByNewThread() {
        awaitAtExit();
        boolean started = false;
        try {
            DetachedThread.of("nmt-error-report", this).start();
            started = true;
        } finally {
            if (!started) {
                told.countDown(); // nothing is left to wait for
                forgetExit();
            }
        }
    }

    /**
     * Has a thread tell the listener that is there anyway. To start one takes native memory, and may end a JVM that is
     * told to end at the first OutOfMemoryError of its own.
     *
     * @param awaited whether the end of the JVM waits. Where no thread can be started, a shutdown hook would keep all
     *     others from running
     * @return false if there is no such thread, or it has something else to do; then nothing is done
     */
    final boolean giveByOldThread(boolean awaited) {
        if (awaited) {
            awaitAtExit();
        }
        boolean given = DetachedThread.handOver(this);
        if (!given) {
            forgetExit();
        }
        return given;
    }

    @Override
    public final void run() {
        boolean taken = false;
        try {
            taken = tell();
        } catch (Throwable t) {
            Tracker.failed(t);
        } finally {
            if (!taken) {
                reports.undo();
            }
            told.countDown();
            forgetExit();
        }
    }

    private void awaitAtExit() {
        Thread waiting = DetachedThread.of("nmt-error-report-end", new Runnable() {
            @Override
            public void run() {
                await();
            }
        });
        atExit = AccessController.doPrivileged(new PrivilegedAction<Thread>() {
            @Override
            public Thread run() {
                try {
                    Runtime.getRuntime().addShutdownHook(waiting);
                    return waiting;
                } catch (IllegalStateException e) {
                    return null; // the JVM ends
                }
            }
        });
    }

    private void await() {
        try {
            // In time or not, the JVM ends now.
            @SuppressWarnings("unused")
            boolean isTold = told.await(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void forgetExit() {
        Thread waiting = atExit;
        if (waiting != null) {
            AccessController.doPrivileged(new PrivilegedAction<Void>() {
                @Override
                public Void run() {
                    try {
                        Runtime.getRuntime().removeShutdownHook(waiting);
                    } catch (IllegalStateException e) {
                        return null; // the JVM ends
                    }
                    return null;
                }
            });
        }
    }
}
