package io.nmt.jfr;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * A recording of what follows memory pressure: our events alone, with the stacks of samples. JFR ends it, also where
 * the JVM ends before. Until then its parts are in JFR's repository, to which JFR writes every second. One at a time.
 *
 * <p>Where JFR has not been used, to start it takes some 100 ms and 30 MB, and its threads stay.
 */
public final class PressureRecording {
    private static final String NAME = "nmt-pressure";
    private static final String REPOSITORY = "jdk.jfr.repository";
    private static final String ENABLED = "#enabled";
    private static final String PERIOD = "#period";

    private static Recording last;

    private PressureRecording() {}

    /**
     * Starts one, unless one runs.
     *
     * @param file to which it is written at its end; must be there
     * @param duration how long it takes
     * @return the directory that has its parts until then, empty if JFR does not tell
     * @throws IOException if the file cannot be written to
     * @throws IllegalStateException if JFR cannot be started
     */
    public static synchronized String start(Path file, Duration duration) throws IOException {
        Recording recording = new Recording(settings());
        boolean started = false;
        try {
            recording.setName(NAME);
            recording.setToDisk(true);
            recording.setDumpOnExit(true);
            recording.setDestination(file);
            recording.setDuration(duration);
            recording.start();
            last = recording;
            started = true;
            NativeMemoryEvents.emitBeginOfRunningChunk();
        } finally {
            if (!started) {
                recording.close();
            }
        }
        return System.getProperty(REPOSITORY, "");
    }

    /**
     * True if a recording runs.
     *
     * @return false if none was started, or the last one has ended
     */
    public static synchronized boolean isRunning() {
        return last != null && last.getState() == RecordingState.RUNNING;
    }

    /**
     * As nmt.jfc has them, but call sites again and again: after a kill there is no end that would have them. What
     * leads an emission comes at the beginning of a chunk alone: those who read a recording take sites that are older
     * than it for gone.
     */
    private static Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        for (EventKind kind : EventKind.values()) {
            settings.put(kind.eventName().concat(ENABLED), "true");
        }
        settings.put(EventKind.SITE.eventName().concat(PERIOD), "1 s");
        settings.put(EventKind.TRACKING.eventName().concat(PERIOD), "beginChunk");
        settings.put("jdk.JVMInformation".concat(ENABLED), "true"); // which process it is
        settings.put("jdk.JVMInformation".concat(PERIOD), "beginChunk");
        return settings;
    }
}
