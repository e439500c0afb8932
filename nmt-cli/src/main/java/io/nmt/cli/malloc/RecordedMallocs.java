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

    /** What native memory tracking has recorded; null if only async-profiler has recorded something. */
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

    /** What async-profiler has recorded of malloc; null if that is nothing. */
    public static MallocProfile read(List<Path> files) throws IOException {
        return MallocReader.isIn(files) ? MallocReader.read(files) : null;
    }
}
