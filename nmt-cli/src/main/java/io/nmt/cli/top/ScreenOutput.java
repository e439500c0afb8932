package io.nmt.cli.top;

import java.io.IOException;
import java.io.PrintStream;

/**
 * The text of a screen, from its first to its last. The JVM's end may come while another thread draws: nothing is
 * written after the last text, since the terminal is the shell's by then. Thread-safe.
 */
final class ScreenOutput {
    private final PrintStream out;
    private boolean ended; // guarded by this

    ScreenOutput(PrintStream out) {
        this.out = out;
    }

    /** Begins, with the terminal's modes set before the text. Does nothing if it has ended. */
    synchronized void begin(String text, Runnable modes) throws IOException {
        if (!ended) {
            modes.run();
            write(text);
        }
    }

    /** Writes, and flushes. Does nothing if it has ended. */
    synchronized void write(String text) throws IOException {
        if (ended) {
            return;
        }
        out.print(text);
        out.flush();
        if (out.checkError()) {
            throw new IOException("cannot write to the terminal");
        }
    }

    /** Ends, with the terminal's modes set after the text. Again, it does nothing. */
    synchronized void end(String text, Runnable modes) {
        if (!ended) {
            ended = true;
            out.print(text);
            out.flush();
            modes.run();
        }
    }
}
