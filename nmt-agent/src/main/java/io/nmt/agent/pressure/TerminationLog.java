package io.nmt.agent.pressure;

import io.nmt.agent.exit.ExitThread;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The file whose text Kubernetes shows as a container's last state, as {@code kubectl describe pod} prints it. It is
 * written in place, and neither created nor renamed: it is mounted from outside. A JVM that is killed leaves it as it
 * is; one that ends by itself, and not for want of memory, empties it, unless the application has written to it since.
 * Thread-safe.
 *
 * <p>The thread that empties it is registered before anything is written. Once the JVM has begun to end, only an error
 * is written. Whichever comes first, the file is empty at the end, also of a process that is killed while it ends.
 */
final class TerminationLog {
    /** The value of the option that leaves the file alone. */
    static final String OFF = "off";

    private static final String DEFAULT = "/dev/termination-log";
    private static final String IN_KUBERNETES = "KUBERNETES_SERVICE_HOST";
    private static final int MOST_BYTES = 4096; // of a longer text, Kubernetes shows the end
    private static final long LATE_NANOS = 60_000_000_000L;

    // Of a byte of UTF-8 that does not begin a character.
    private static final int FOLLOWING_MASK = 0xC0;
    private static final int FOLLOWING = 0x80;

    private final File file; // null if there is to be none
    private boolean emptiedAtExit;
    private Thread atExit; // null until it is prepared
    private boolean written;
    private byte[] own = {};
    private boolean ends;
    private boolean isError;
    private long errorNanos;

    /** By the option: a path, {@link #OFF}, or null for where Kubernetes has it, if it has. */
    TerminationLog(String option) {
        boolean usual = option == null && System.getenv(IN_KUBERNETES) != null;
        File named = option == null ? new File(DEFAULT) : new File(option);
        file = !OFF.equals(option) && (usual || option != null) ? named : null;
    }

    /** True if there is a file to write to. */
    boolean isThere() {
        return file != null && file.isFile();
    }

    /** True if the log was written to. */
    synchronized boolean isWritten() {
        return written;
    }

    /**
     * Writes a text in place of what is there. Does nothing if the JVM has begun to end without an error, or if the
     * file has gone.
     *
     * @param text of which what does not fit is cut off
     * @param error whether code gets an OutOfMemoryError at this moment
     * @param emptied whether a clean exit empties it, which takes a thread
     */
    synchronized void write(String text, boolean error, boolean emptied) throws IOException {
        if (emptied) {
            emptyAtExit();
        }
        // An error may be what the JVM has begun to end of.
        if ((ends && !error) || !file.isFile()) {
            return;
        }
        written = true;
        if (error) {
            isError = true;
            errorNanos = System.nanoTime();
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = wholeCharacters(bytes, MOST_BYTES);
        own = Arrays.copyOf(bytes, length);
        // Over what is there, not after having emptied it: the process may be killed in between.
        try (RandomAccessFile out = new RandomAccessFile(file, "rw")) {
            out.write(bytes, 0, length);
            out.setLength(length);
        }
    }

    /** Loads what {@link #write} takes, and writes nothing. */
    void prepare() throws IOException {
        if (isThere()) {
            synchronized (this) {
                atExit = new Emptying(this);
            }
            new RandomAccessFile(file, "rw").close();
        }
    }

    private void emptyAtExit() {
        if (!emptiedAtExit) {
            emptiedAtExit = true;
            try {
                Runtime.getRuntime().addShutdownHook(atExit == null ? new Emptying(this) : atExit);
            } catch (IllegalStateException e) {
                ends = true;
            }
        }
    }

    /** A class, since to link the first lambda takes longer than a process may have. */
    private static final class Emptying extends ExitThread {
        private final TerminationLog log;

        Emptying(TerminationLog log) {
            super("nmt-termination-log");
            this.log = log;
        }

        @Override
        protected void atExit() {
            log.empty();
        }
    }

    /** Bytes of a UTF-8 text up to a bound, without a part of a character at the end. */
    static int wholeCharacters(byte[] bytes, int most) {
        int length = Math.min(bytes.length, most);
        while (length > 0 && length < bytes.length && (bytes[length] & FOLLOWING_MASK) == FOLLOWING) {
            length--;
        }
        return length;
    }

    /** An error that was just met is what the process ends of, mostly. */
    private synchronized void empty() {
        ends = true;
        if (!written || !file.isFile() || (isError && System.nanoTime() - errorNanos < LATE_NANOS)) {
            return;
        }
        try {
            // The application may have written why it ends.
            if (hasOwn()) {
                new FileOutputStream(file).close();
            }
        } catch (IOException e) {
            return; // then it says what was
        }
    }

    /** True if the file has the text that was written here last, and nothing else. */
    private boolean hasOwn() throws IOException {
        try (FileInputStream in = new FileInputStream(file)) {
            return Arrays.equals(in.readNBytes(own.length + 1), own);
        }
    }
}
