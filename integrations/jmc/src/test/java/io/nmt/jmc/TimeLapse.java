package io.nmt.jmc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Slows the clock of a recording down, so that a recording of a program that does all it does {@value #FACTOR} times as
 * often, with periodic events {@value #FACTOR} times as often, reads as one that took {@value #FACTOR} times as long.
 * Bytes, counts and stack traces stay as the JVM has written them.
 */
final class TimeLapse {
    /** The factor of speed. */
    static final int FACTOR = 5;

    // The header of a chunk: a magic number and the version, then these as 64 bits each.
    private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
    private static final int SIZE = 8;
    private static final int START_NANOS = 32;
    private static final int DURATION_NANOS = 40;
    private static final int TICKS_PER_SECOND = 56;

    private TimeLapse() {}

    /** Rewrites the file in place, and returns it. */
    static Path slowDown(Path recording) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(recording));
        long firstNanos = bytes.getLong(START_NANOS);
        for (int chunk = 0; chunk < bytes.capacity(); chunk += Math.toIntExact(bytes.getLong(chunk + SIZE))) {
            if (bytes.getInt(chunk) != MAGIC) {
                throw new IOException("no chunk at " + chunk + " of " + recording);
            }
            long startNanos = bytes.getLong(chunk + START_NANOS);
            bytes.putLong(chunk + START_NANOS, firstNanos + FACTOR * (startNanos - firstNanos));
            bytes.putLong(chunk + DURATION_NANOS, FACTOR * bytes.getLong(chunk + DURATION_NANOS));
            bytes.putLong(chunk + TICKS_PER_SECOND, bytes.getLong(chunk + TICKS_PER_SECOND) / FACTOR);
        }
        return Files.write(recording, bytes.array());
    }
}
