package io.nmt.jfr.recordings;

import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;

/**
 * Why a JVM began to end, as its event {@code jdk.Shutdown} says. Immutable.
 *
 * @param reason in the JVM's words, such as {@code No remaining non-daemon Java threads}
 * @param thread that asked for it; empty if that is not told
 * @param caller of {@code System.exit} or the like; empty if that is not told
 */
public record RecordedShutdown(String reason, String thread, String caller) {
    static final String EVENT = "jdk.Shutdown";

    private static final String OF_EXIT = "java.lang.";
    private static final String BY_LAST_THREAD = "No remaining non-daemon Java threads";

    static RecordedShutdown of(RecordedEvent event) {
        String thread = event.getThread() == null ? null : event.getThread().getJavaName();
        return new RecordedShutdown(
                event.hasField("reason") ? String.valueOf(event.getString("reason")) : "",
                thread == null ? "" : thread,
                caller(event));
    }

    private static String caller(RecordedEvent event) {
        List<RecordedFrame> frames = event.getStackTrace() == null
                ? List.of()
                : event.getStackTrace().getFrames();
        for (RecordedFrame frame : frames) {
            String className = frame.getMethod().getType().getName();
            if (!className.startsWith(OF_EXIT)) {
                return className + "." + frame.getMethod().getName();
            }
        }
        return "";
    }

    /**
     * The signal that asked for it.
     *
     * @return such as {@code SIGTERM}; empty if none did
     */
    public String signal() {
        String end = " handler";
        return thread.startsWith("SIG") && thread.endsWith(end)
                ? thread.substring(0, thread.length() - end.length())
                : "";
    }

    /**
     * Whether its last thread ended.
     *
     * @return false of an exit that was asked for
     */
    public boolean isByLastThread() {
        return reason.equals(BY_LAST_THREAD);
    }
}
