package io.nmt.core.mappings;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.atomic.AtomicBoolean;

/** The process's stderr, where a security manager refuses it to the agent. For this library's own use. Thread-safe. */
@SuppressWarnings("removal") // JDKs before 24 may have a security manager
public final class StandardError {
    private static final AtomicBoolean SAID = new AtomicBoolean();

    private StandardError() {}

    /**
     * Says a line, the first time it is called. Throws nothing.
     *
     * @param line in ASCII, without its end
     */
    public static void sayOnce(String line) {
        if (SAID.compareAndSet(false, true)) {
            AccessController.doPrivileged(new PrivilegedAction<Void>() {
                @Override
                @SuppressWarnings("resource") // not to be closed: the descriptor is the process's
                public Void run() {
                    try {
                        byte[] bytes = line.concat("\n").getBytes(StandardCharsets.US_ASCII);
                        new FileOutputStream(FileDescriptor.err).write(bytes);
                    } catch (IOException | SecurityException e) {
                        return null; // stderr is closed, or it refuses even the JDK's own classes
                    }
                    return null;
                }
            });
        }
    }
}
