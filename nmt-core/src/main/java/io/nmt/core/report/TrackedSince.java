package io.nmt.core.report;

import io.nmt.core.tracker.LateStart;
import java.time.temporal.ChronoUnit;

/** Says of a JVM to which the agent was attached late since when its figures count. Of others it says nothing. */
public final class TrackedSince {
    private TrackedSince() {}

    /**
     * For people.
     *
     * @return two lines, each ended by a line feed; empty unless tracking began late
     */
    public static String lines() {
        return lines(LateStart.told(), System.nanoTime());
    }

    /**
     * The same of another process, such as of a recording.
     *
     * @param jvmAgeNanos how old it was when tracking began late; 0 if that began with it, negative if its age is not
     *     known
     * @return two lines, each ended by a line feed; empty for 0
     */
    public static String lines(long jvmAgeNanos) {
        return jvmAgeNanos == 0 ? "" : "Tracked since " + afterStart(jvmAgeNanos);
    }

    private static String afterStart(long jvmAgeNanos) {
        String age = jvmAgeNanos < 0 ? "some time" : Ages.format(jvmAgeNanos);
        return age.concat(" after the JVM's start:\n  what was allocated before is not in these figures.\n");
    }

    static String lines(LateStart start, long nanoTime) {
        if (start == null) {
            return "";
        }
        StringBuilder text = new StringBuilder("Tracked since ")
                .append(start.time().truncatedTo(ChronoUnit.SECONDS))
                .append(" (")
                .append(Ages.format(Math.max(0, nanoTime - start.nanoTime())))
                .append(" ago), ");
        return text.append(afterStart(start.jvmAgeNanos())).toString();
    }

    /**
     * For scripts: {@code ,"trackedSince":"…","jvmAgeWhenTrackedNanos":…}, or nothing unless tracking began late.
     *
     * @param json an object that has a field already
     */
    public static void appendJson(StringBuilder json) {
        appendJson(json, LateStart.told());
    }

    static void appendJson(StringBuilder json, LateStart start) {
        if (start == null) {
            return;
        }
        json.append(",\"trackedSince\":\"").append(start.time()).append('"');
        if (start.jvmAgeNanos() != LateStart.UNKNOWN) {
            json.append(",\"jvmAgeWhenTrackedNanos\":").append(start.jvmAgeNanos());
        }
    }
}
