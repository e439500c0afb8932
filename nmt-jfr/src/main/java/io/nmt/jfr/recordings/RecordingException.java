package io.nmt.jfr.recordings;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;

/** A file is no recording that can be read, or has nothing of ours. The message says so in one line. */
public final class RecordingException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    RecordingException(Path file, String problem) {
        super(file + " " + problem);
    }
}
