package io.nmt.jfr.recordings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/** Types of events that recordings have, found without the parser: that knows the types of the first chunk alone. */
final class EventTypes {
    private static final int BUFFER_BYTES = 1 << 16;

    private EventTypes() {}

    /**
     * True if recordings may have events of a type.
     *
     * @param files to be looked at
     * @param name of the type, of which the first byte comes once in it
     * @return true if one of them can have some
     * @throws IOException if one cannot be read
     */
    static boolean mayBeIn(Collection<Path> files, String name) throws IOException {
        for (Path file : files) {
            try (InputStream in = Files.newInputStream(file)) {
                if (contains(in, name.getBytes(StandardCharsets.US_ASCII))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean contains(InputStream in, byte[] name) throws IOException {
        byte[] read = new byte[BUFFER_BYTES];
        int found = 0;
        for (int length = in.read(read); length >= 0; length = in.read(read)) {
            for (int i = 0; i < length; i++) {
                found = read[i] == name[found] ? found + 1 : read[i] == name[0] ? 1 : 0;
                if (found == name.length) {
                    return true;
                }
            }
        }
        return false;
    }
}
