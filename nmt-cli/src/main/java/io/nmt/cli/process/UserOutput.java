package io.nmt.cli.process;

import io.nmt.channel.Answer;
import io.nmt.cli.terminal.ProgressBar;
import io.nmt.report.document.SafeText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** The answer as the user gets it. Text is kept until its end, so that the progress bar does not get into it. */
public final class UserOutput implements Answer {
    private final StringBuilder text = new StringBuilder();
    private final OutputStream file;
    private ProgressBar progress;

    /** An output without a file. */
    public UserOutput() {
        this(null);
    }

    /**
     * An output.
     *
     * @param file takes what is not text; may be null
     */
    public UserOutput(OutputStream file) {
        this.file = file;
    }

    public void reportTo(ProgressBar bar) {
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
            throw new IOException("no file was requested");
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

    public String text() {
        return text.toString();
    }
}
