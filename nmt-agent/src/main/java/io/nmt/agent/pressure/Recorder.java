package io.nmt.agent.pressure;

import io.nmt.jfr.PressureRecording;
import java.io.File;
import java.io.IOException;
import java.time.Duration;

/** Records what follows a threshold, if there is room for it. Not thread-safe. */
final class Recorder {
    // JFR takes some 30 MB: docs/options.md. As much again is left to the application.
    private static final long LEAST_ROOM_BYTES = 64L << 20;
    private static final long LEAST_HEAP_BYTES = 16L << 20;

    private static final String ENDING = ".jfr";

    private final long seconds;
    private RecordingPlace place;

    /** Records for so long. */
    Recorder(long seconds) {
        this.seconds = seconds;
    }

    long seconds() {
        return seconds;
    }

    /** The place of the last recording that was started. */
    RecordingPlace place() {
        return place;
    }

    /**
     * Starts a recording, which ends by itself.
     *
     * @param report beside which it will be
     * @return nothing, or why there is none
     * @throws IOException if its file cannot be made
     */
    String start(Crossing crossing, File report) throws IOException {
        Runtime runtime = Runtime.getRuntime();
        if (crossing.cause().isOfCgroup() && crossing.limitBytes() - crossing.usageBytes() < LEAST_ROOM_BYTES) {
            return "less than 64 MB are left of the limit, and a recording would take some of it";
        }
        if (runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory() < LEAST_HEAP_BYTES) {
            return "less than 16 MB are left of the Java heap";
        }
        if (PressureRecording.isRunning()) {
            return "the recording of an earlier threshold still runs";
        }
        File file = EvidenceFile.withEnding(report, ENDING);
        EvidenceFile.makeEmpty(file);
        String repository = PressureRecording.start(file.toPath(), Duration.ofSeconds(seconds));
        place = new RecordingPlace(file.getPath(), repository);
        return "";
    }
}
