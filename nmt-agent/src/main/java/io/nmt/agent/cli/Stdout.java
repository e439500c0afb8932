package io.nmt.agent.cli;

import io.nmt.core.model.Scale;
import io.nmt.core.report.SafeText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

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

    /**
     * Says what was written; of a device such as {@code /dev/stdout} nothing, which may be where that is. The command
     * has done its work, whether this can be said or not.
     *
     * @param file the file
     */
    static void printWritten(Path file) {
        try {
            if (Files.isRegularFile(file)) {
                String size = Scale.KB.format(Files.size(file));
                System.out.print("Wrote " + SafeText.name(file.toString()) + " (" + size + ").\n");
                System.out.flush();
            }
        } catch (IOException e) {
            // It was there.
        }
    }

    /** Flushes. A print stream keeps to itself that it failed. */
    static void flush(PrintStream out) throws IOException {
        out.flush();
        if (out.checkError()) {
            throw new IOException("cannot write to stdout: it is closed, or its disk is full");
        }
    }
}
