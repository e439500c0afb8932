package io.nmt.jfr.recordings;

import java.io.Serial;
import java.nio.file.Path;

/** A recording has no events of native memory tracking; it may have others that are of interest. */
public final class NothingTrackedException extends RecordingException {
    @Serial
    private static final long serialVersionUID = 1;

    NothingTrackedException(Path file, String what) {
        super(file, what);
    }
}
