package io.nmt.libraries.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** This process's mappings as the kernel shows them. */
final class MappedPages {
    private MappedPages() {}

    /** The bytes of all whole pages that files below that path are mapped to. */
    static long bytesBelow(Path directory) throws IOException {
        long bytes = 0;
        for (String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
            int path = line.indexOf('/');
            if (path >= 0 && line.startsWith(directory.toAbsolutePath().toString(), path)) {
                String[] range = line.substring(0, line.indexOf(' ')).split("-");
                bytes += Long.parseLong(range[1], 16) - Long.parseLong(range[0], 16);
            }
        }
        return bytes;
    }
}
