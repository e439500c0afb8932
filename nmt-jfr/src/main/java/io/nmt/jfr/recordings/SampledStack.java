package io.nmt.jfr.recordings;

import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;

/** The stack trace of a sample as a call site. */
final class SampledStack {
    private static final List<String> OURS = List.of("io.nmt.core.", "io.nmt.jfr.");
    private static final List<String> UNSAFE = List.of("jdk.internal.misc.Unsafe", "sun.misc.Unsafe");

    private SampledStack() {}

    /**
     * A site, of which the frames are those from the caller of the allocation on. Before JDK 22, JFR records those
     * inside it, too.
     *
     * @param category of its blocks
     * @param trace as recorded, or null
     */
    static Site site(String category, RecordedStackTrace trace) {
        List<Frame> frames = new ArrayList<>();
        if (trace != null) {
            for (RecordedFrame frame : trace.getFrames()) {
                String className =
                        frame.isJavaFrame() ? frame.getMethod().getType().getName() : "";
                boolean inside = frames.isEmpty() && UNSAFE.contains(className);
                if (frame.isJavaFrame() && !inside && OURS.stream().noneMatch(className::startsWith)) {
                    frames.add(frame(frame));
                }
            }
        }
        return new Site(0, category, frames, leading(frames), false, FreedBy.UNKNOWN);
    }

    /** A Java frame. */
    static Frame frame(RecordedFrame frame) {
        String className = frame.getMethod().getType().getName();
        return new Frame(
                className, frame.getMethod().getName(), null, frame.getLineNumber(), RecordedFrames.isOfJdk(className));
    }

    /** The innermost outside the JDK, or the innermost of all; null if no stack is recorded. */
    private static Frame leading(List<Frame> frames) {
        for (Frame frame : frames) {
            if (!frame.jdk()) {
                return frame;
            }
        }
        return frames.isEmpty() ? null : frames.get(0);
    }
}
