package io.nmt.agent.cli;

import io.nmt.agent.channel.Answer;
import io.nmt.core.report.SafeText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;

/** The answer as the user gets it. Text is kept until its end, so that the progress bar does not get into it. */
public final class UserOutput implements Answer {
    private static final String BOLD = "\u001b[1m";
    private static final String PLAIN = "\u001b[0m";

    private final StringBuilder text = new StringBuilder();
    private final boolean color;
    private final OutputStream file;
    private ProgressBar progress;

    /** An output without a file. */
    UserOutput(boolean color) {
        this(color, null);
    }

    /**
     * An output.
     *
     * @param color whether titles are bold
     * @param file takes what is not text; may be null
     */
    UserOutput(boolean color, OutputStream file) {
        this.color = color;
        this.file = file;
    }

    void reportTo(ProgressBar bar) {
        progress = bar;
    }

    @Override
    public void print(String more) {
        // The process may be a stranger's, if root asks.
        text.append(SafeText.lines(more));
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (file == null) {
            throw new IOException("there is no file for what it sends");
        }
        try {
            file.write(bytes, offset, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // as others come from the process
        }
    }

    @Override
    public void progress(int percent) {
        if (progress != null) {
            progress.show(percent);
        }
    }

    String text() {
        return text.toString();
    }

    /**
     * Prints the text.
     *
     * @throws IOException if it cannot be written
     */
    void printTo(PrintStream out) throws IOException {
        out.print(color ? withBoldTitles() : text);
        Stdout.flush(out);
    }

    /** A title is the first line, and each that follows an empty one. */
    private String withBoldTitles() {
        StringBuilder bold = new StringBuilder(text.length() + 64);
        boolean title = true;
        for (String line : text.toString().split("(?<=\n)", -1)) {
            boolean empty = line.isBlank();
            if (title && !empty) {
                bold.append(BOLD).append(line.stripTrailing()).append(PLAIN).append('\n');
            } else {
                bold.append(line);
            }
            title = empty;
        }
        return bold.toString();
    }
}
