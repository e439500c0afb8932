package io.nmt.agent.cli;

import io.nmt.core.report.SafeText;
import java.io.IOException;
import java.io.PrintStream;

/** Standard output, as far as commands print text: made safe, and told if it does not arrive. */
final class Stdout {
    private Stdout() {}

    /**
     * Prints a text.
     *
     * @param text whose line feeds are its own
     * @throws IOException if it cannot be written, with a message for people
     */
    static void print(String text) throws IOException {
        System.out.print(SafeText.lines(text));
        flush(System.out);
    }

    /** Flushes. A print stream keeps to itself that it failed. */
    static void flush(PrintStream out) throws IOException {
        out.flush();
        if (out.checkError()) {
            throw new IOException("cannot write to stdout: it is closed, or its disk is full");
        }
    }
}
