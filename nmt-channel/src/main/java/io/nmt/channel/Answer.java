package io.nmt.channel;

import java.io.IOException;

/** The sink of a command's answer. For one thread at a time. */
public interface Answer {
    /**
     * Adds text for the user. A line that follows an empty one, and the first, is a title.
     *
     * @param text any part of it
     * @throws IOException if it is not taken any more
     */
    void print(String text) throws IOException;

    /**
     * Adds to the user's file.
     *
     * @param bytes from which to take
     * @param offset of the first
     * @param length how many
     * @throws IOException if it is not taken any more
     */
    void write(byte[] bytes, int offset, int length) throws IOException;

    /**
     * Says how far a command is that takes its time.
     *
     * @param percent that is done, from 0 to 100
     * @throws IOException if it is not taken any more
     */
    void progress(int percent) throws IOException;
}
