package io.nmt.cli.terminal;

import io.nmt.core.threads.DetachedThread;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Shows on a terminal that a command which takes longer than a second goes on, and as far as it is known, how far it
 * is.
 */
public final class ProgressBar implements AutoCloseable {
    /** The position of unknown progress. */
    public static final int UNKNOWN = -1;

    private static final long FIRST_MILLIS = 1000;
    private static final long NEXT_MILLIS = 200;
    private static final int WIDTH_CHARS = 40;
    static final String ERASE_LINE = "\r\u001b[K";

    private final PrintStream err;
    private final long begin = System.nanoTime();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile int percent = UNKNOWN;
    private boolean shown; // guarded by this

    private ProgressBar(PrintStream err) {
        this.err = err;
    }

    /** A bar on stderr, which does nothing if that is not a terminal. */
    public static ProgressBar start() {
        return Terminal.STDERR.isTerminal() ? start(System.err) : new ProgressBar(System.err);
    }

    public static ProgressBar start(PrintStream err) {
        ProgressBar bar = new ProgressBar(err);
        DetachedThread.of("nmt-progress", bar::drawUntilClosed).start();
        return bar;
    }

    /** Prints a line while one may be shown, which is drawn again below it. */
    public static void printAbove(String line, PrintWriter err) {
        err.println(Terminal.STDERR.isTerminal() ? ERASE_LINE.concat(line) : line);
        err.flush();
    }

    /** Says how far it is, from 0 to 100, or {@link #UNKNOWN}. */
    public void show(int newPercent) {
        percent = newPercent;
    }

    private void drawUntilClosed() {
        try {
            long pauseMillis = FIRST_MILLIS;
            while (!closed.await(pauseMillis, TimeUnit.MILLISECONDS)) {
                draw();
                pauseMillis = NEXT_MILLIS;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void draw() {
        if (closed.getCount() > 0) {
            err.print(ERASE_LINE.concat(line()));
            err.flush();
            shown = true;
        }
    }

    private String line() {
        int known = percent;
        if (known < 0) {
            return "waiting for the process: " + (System.nanoTime() - begin) / 1_000_000_000 + " s";
        }
        int done = known * WIDTH_CHARS / 100;
        return "[" + "#".repeat(done) + " ".repeat(WIDTH_CHARS - done) + "] " + known + " %";
    }

    /** Takes the bar away. */
    @Override
    public synchronized void close() {
        closed.countDown();
        if (shown) {
            err.print(ERASE_LINE);
            err.flush();
        }
    }
}
