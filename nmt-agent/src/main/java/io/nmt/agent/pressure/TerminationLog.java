package io.nmt.agent.pressure;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The file whose text Kubernetes shows as a container's last state, as {@code kubectl describe pod} prints it. It is
 * written in place, and neither created nor renamed: it is mounted from outside. A JVM that is killed leaves it as it
 * is; one that ends by itself, and not for want of memory, empties it. Thread-safe.
 */
final class TerminationLog {
    /** The value of the option that leaves the file alone. */
    static final String OFF = "off";

    private static final String DEFAULT = "/dev/termination-log";
    private static final String IN_KUBERNETES = "KUBERNETES_SERVICE_HOST";
    private static final int MOST_BYTES = 4096; // of a longer text, Kubernetes shows the end
    private static final long LATE_NANOS = 60_000_000_000L;

    private final File file; // null if there is none
    private boolean written;
    private boolean isError;
    private long writtenNanos;

    /** By the option: a path, {@link #OFF}, or null for where Kubernetes has it, if it has. */
    TerminationLog(String option) {
        boolean usual = option == null && System.getenv(IN_KUBERNETES) != null;
        File named = option == null ? new File(DEFAULT) : new File(option);
        file = !OFF.equals(option) && (usual || option != null) && named.isFile() ? named : null;
    }

    /** Whether there is one to be written to. */
    boolean isThere() {
        return file != null;
    }

    /**
     * Writes a text in place of what is there.
     *
     * @param text of which what does not fit is cut off
     * @param error whether code gets an OutOfMemoryError at this moment
     */
    synchronized void write(String text, boolean error) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (FileOutputStream out = new FileOutputStream(file)) {
            out.write(bytes, 0, Math.min(bytes.length, MOST_BYTES));
        }
        isError = error;
        writtenNanos = System.nanoTime();
        if (!written) {
            written = true;
            try {
                Runtime.getRuntime().addShutdownHook(new Thread(null, this::empty, "nmt-termination-log", 0, false));
            } catch (IllegalStateException e) {
                return; // it ends already
            }
        }
    }

    /** An error that was just met is what the process ends of, mostly. */
    private synchronized void empty() {
        if (isError && System.nanoTime() - writtenNanos < LATE_NANOS) {
            return;
        }
        try {
            new FileOutputStream(file).close();
        } catch (IOException e) {
            return; // then it says what was
        }
    }
}
