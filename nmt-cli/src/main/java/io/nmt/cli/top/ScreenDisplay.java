package io.nmt.cli.top;

import java.io.IOException;
import org.jline.terminal.Size;

/** A screen that is drawn on, and its keys: those of a terminal, or those of a test. */
interface ScreenDisplay extends AutoCloseable {
    /** Calls that, on another thread, whenever the size has changed. */
    void onResize(Runnable action);

    /** Calls that, on another thread, at SIGINT. */
    void onInterrupt(Runnable action);

    /** Its size, by asking for it. */
    Size size();

    /**
     * Reads a byte of what is typed.
     *
     * @param millis how long to wait for it; 0 until there is one
     * @return -1 at the end, or when it is closed; {@link Keys#NOTHING} if none came
     */
    int read(long millis) throws IOException;

    /** Has the thread that reads stop soon. */
    void stopReading();

    /** Writes, and flushes. Does nothing once it is closed. */
    void write(String text) throws IOException;

    @Override
    void close() throws IOException;
}
