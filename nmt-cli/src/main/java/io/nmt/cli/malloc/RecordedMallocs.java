package io.nmt.cli.malloc;

import io.nmt.jfr.recordings.MallocReader;
import io.nmt.jfr.recordings.RecordingException;
import io.nmt.jfr.recordings.RecordingReader;
import io.nmt.report.malloc.MallocProfile;
import io.nmt.report.page.RecordedCourse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Recordings that async-profiler has made, with or without the agent in the same process. */
public final class RecordedMallocs {
    private RecordedMallocs() {}

    /** The recording of native memory tracking; null if only async-profiler has recorded memory. */
    public static RecordedCourse readUnlessOnlyThey(List<Path> files) throws IOException {
        try {
            return RecordingReader.readCourse(files);
        } catch (RecordingException e) {
            if (MallocReader.isIn(files)) {
                return null;
            }
            throw e;
        }
    }

    /** Async-profiler's record of malloc; null if there is none. */
    public static MallocProfile read(List<Path> files) throws IOException {
        return MallocReader.isIn(files) ? MallocReader.read(files) : null;
    }
}
