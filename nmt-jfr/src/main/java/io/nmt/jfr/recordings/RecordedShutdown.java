package io.nmt.jfr.recordings;

import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;

/**
 * The reason why a JVM began to end, from its event {@code jdk.Shutdown}. Immutable.
 *
 * @param reason in the JVM's words, such as {@code No remaining non-daemon Java threads}
 * @param signal that asked for it, such as {@code SIGTERM}; empty if none did
 * @param caller of {@code System.exit} or the like; empty if that is not told
 */
public record RecordedShutdown(String reason, String signal, String caller) {
    static final String EVENT = "jdk.Shutdown";

    private static final String OF_EXIT = "java.lang.";
    private static final String OF_SIGNALS = "java.lang.Terminator";
    private static final String HANDLER = " handler";
    private static final String BY_LAST_THREAD = "No remaining non-daemon Java threads";
    private static final String BY_JAVA = "Shutdown requested from Java";

    static RecordedShutdown of(RecordedEvent event) {
        String reason = event.hasField("reason") ? String.valueOf(event.getString("reason")) : "";
        String signal = "";
        String caller = "";
        List<RecordedFrame> frames = event.getStackTrace() == null
                ? List.of()
                : event.getStackTrace().getFrames();
        for (RecordedFrame frame : frames) {
            String className = frame.getMethod().getType().getName();
            if (className.startsWith(OF_SIGNALS)) {
                signal = signal(event);
            } else if (caller.isEmpty() && !className.startsWith(OF_EXIT)) {
                caller = className + "." + frame.getMethod().getName();
            }
        }
        return new RecordedShutdown(reason, signal, caller);
    }

    private static String signal(RecordedEvent event) {
        String thread = event.getThread() == null ? null : event.getThread().getJavaName();
        return thread != null && thread.endsWith(HANDLER)
                ? thread.substring(0, thread.length() - HANDLER.length())
                : "a signal";
    }

    /**
     * True if its last thread ended.
     *
     * @return false of an exit that was asked for
     */
    public boolean isByLastThread() {
        return reason.equals(BY_LAST_THREAD);
    }

    /**
     * True if its own code or a signal asked for it.
     *
     * @return false of errors of the JVM
     */
    public boolean isByJava() {
        return reason.equals(BY_JAVA);
    }
}
