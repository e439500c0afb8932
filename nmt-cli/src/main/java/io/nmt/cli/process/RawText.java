package io.nmt.cli.process;

import io.nmt.channel.Answer;
import java.io.IOException;

/** An answer for this program, not for people: tabs stay. */
public record RawText(StringBuilder text) implements Answer {
    @Override
    public void print(String more) {
        text.append(more);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        throw new IOException("no file was requested");
    }

    @Override
    public void progress(int percent) {
        // It is short.
    }
}
