package io.nmt.jfr;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * Our events that the running recordings want. To JFR, our event types are enabled by default, so that each recording
 * would have them, also one that a program starts for a single event of its own. So only wanted events are emitted. A
 * recording wants the events that it enables by name; if it is a whole configuration, those that it does not name, too.
 * Its settings are then those of a JDK's {@code .jfc} file, or any that a flag or {@code jcmd} starts. JFR does not ask
 * for events that a recording has disabled.
 *
 * <p>JFR writes all recordings into the same chunks. So where two kinds of recordings run at once, both have our
 * events, as both have the JDK's.
 *
 * <p>Settings can change at any time, so they are looked at in each emission. No lock is held meanwhile: to ask for the
 * recordings takes JFR's, which a thread that starts or stops a recording holds while it runs our hooks.
 */
final class RunningRecordings {
    /**
     * {@code default.jfc} of JDK 17 has 171 types of events, that of 25 has 194. A program names a few, some agents 30.
     */
    private static final int WHOLE_CONFIGURATION = 50;

    /** A bit that is none of an {@link EventKind}. */
    static final int OTHERS = 1 << 31;

    private static final String OUR_EVENTS = "nmt.";
    private static final String JDK_EVENTS = "jdk.";
    private static final String ENABLED = "#enabled";

    private static final Duration JUST_NOW = Duration.ofSeconds(10);

    private static volatile FlightRecorder recorder;

    /** The wanted events, as bits of {@link EventKind}. */
    private static volatile int wanted;

    /** By the numbers of recordings: whether a flag or {@code jcmd} started it. */
    private static final Map<Long, Boolean> STARTED_BY_COMMAND = new ConcurrentHashMap<>();

    private RunningRecordings() {}

    /** To be called when JFR has started. */
    static void of(FlightRecorder initialized) {
        recorder = initialized;
    }

    /** True if a recording wanted it at the last look. Costs a volatile read. */
    static boolean want(EventKind kind) {
        return (wanted & kind.bit()) != 0;
    }

    /**
     * Looks at them.
     *
     * @param call why
     * @return what they want, as bits of {@link EventKind}, and {@link #OTHERS} if one wants nothing
     */
    static int look(RecorderCall call) {
        try {
            int kinds = 0;
            Set<Long> ids = new HashSet<>();
            for (Recording recording : recorder.getRecordings()) {
                // JFR's own, for the time of a dump, are null.
                if (recording != null) {
                    ids.add(recording.getId());
                    if (isRunning(recording, call)) {
                        int kindsOfOne = kinds(recording, call);
                        kinds |= kindsOfOne == 0 ? OTHERS : kindsOfOne;
                    }
                }
            }
            STARTED_BY_COMMAND.keySet().retainAll(ids);
            wanted = kinds;
        } catch (RuntimeException e) {
            // Another thread changes the settings while JFR copies them. What was wanted is so for one emission more.
        }
        return wanted;
    }

    private static boolean isRunning(Recording recording, RecorderCall call) {
        return recording.getState() == RecordingState.RUNNING
                && !(hasJustStopped(recording) && call.beginsChunkAfterStop());
    }

    /** By its time, which is of JFR's clock. */
    private static boolean hasJustStopped(Recording recording) {
        Instant stop = recording.getStopTime();
        return stop != null && Duration.between(stop, Instant.now()).abs().compareTo(JUST_NOW) < 0;
    }

    private static int kinds(Recording recording, RecorderCall call) {
        Map<String, String> settings = recording.getSettings();
        int kinds = 0;
        int typesOfJdk = 0;
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            String name = setting.getKey();
            if (name.endsWith(ENABLED)) {
                if (name.startsWith(JDK_EVENTS)) {
                    typesOfJdk++;
                } else if (name.startsWith(OUR_EVENTS) && setting.getValue().equals("true")) {
                    kinds |= EventKind.bit(name.substring(0, name.length() - ENABLED.length()));
                }
            }
        }
        boolean whole =
                typesOfJdk >= WHOLE_CONFIGURATION || (!settings.isEmpty() && isStartedByCommand(recording, call));
        return whole ? EventKind.ALL : kinds;
    }

    /**
     * One that is looked at for the first time is started just now, or was there before the agent, which is not known.
     */
    private static boolean isStartedByCommand(Recording recording, RecorderCall call) {
        Boolean known = STARTED_BY_COMMAND.get(recording.getId());
        if (known == null) {
            known = call.isStartCommand();
            STARTED_BY_COMMAND.put(recording.getId(), known);
        }
        return known;
    }
}
