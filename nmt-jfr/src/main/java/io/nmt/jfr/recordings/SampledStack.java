package io.nmt.jfr.recordings;

import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;

/** The stack trace of a sample as the frames of a call site. */
final class SampledStack {
    private static final String UNKNOWN = "(no stack recorded)";

    private static final List<String> OURS = List.of("io.nmt.core.", "io.nmt.jfr.");
    private static final List<String> UNSAFE = List.of("jdk.internal.misc.Unsafe.", "sun.misc.Unsafe.");

    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    private SampledStack() {}

    /**
     * The frames of a stack, the innermost first, from the caller of the allocation on. Before JDK 22, JFR records
     * those inside it, too.
     *
     * @param trace as recorded, or null
     */
    static List<String> of(RecordedStackTrace trace) {
        List<String> frames = new ArrayList<>();
        if (trace != null) {
            for (RecordedFrame frame : trace.getFrames()) {
                if (frame.isJavaFrame()) {
                    String method = frame.getMethod().getType().getName() + "."
                            + frame.getMethod().getName();
                    if (!beginsWithOneOf(OURS, method) && !(frames.isEmpty() && beginsWithOneOf(UNSAFE, method))) {
                        frames.add(
                                frame.getLineNumber() > 0 ? method + "(line " + frame.getLineNumber() + ")" : method);
                    }
                }
            }
        }
        return frames.isEmpty() ? List.of(UNKNOWN) : List.copyOf(frames);
    }

    /** The innermost outside the JDK, or the innermost of all. */
    static String leading(List<String> frames) {
        for (String frame : frames) {
            if (!beginsWithOneOf(JDK, frame)) {
                return frame;
            }
        }
        return frames.get(0);
    }

    private static boolean beginsWithOneOf(List<String> prefixes, String frame) {
        return prefixes.stream().anyMatch(frame::startsWith);
    }
}
