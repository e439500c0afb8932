package io.nmt.cli.postmortem;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The beginning of a file as text: a file may be of any size, and anything. */
final class FileText {
    /** Enough of a report for people. */
    static final int PAGE_BYTES = 1 << 20;

    /** The largest twin is less: a point of the history takes some 2 KB, and there are 360 of them. */
    static final int MOST_BYTES = 16 << 20;

    private FileText() {}

    static String begin(Path file, int most) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(most), StandardCharsets.UTF_8);
        }
    }
}
