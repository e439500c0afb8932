package io.nmt.jfr.recordings;

import io.nmt.core.model.Frame;
import io.nmt.core.model.Site;
import io.nmt.core.reader.TrackerReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedFrame;

/** The stack trace of a sample as a call site. */
final class SampledStack {
    // Not as names of packages: where this class is a copy of its own, those would be changed with it, and recordings
    // have the names of the JVM that made them.
    private static final Pattern OURS = Pattern.compile("io\\.nmt\\.(core|jfr|agent)\\..*");
    private static final List<String> UNSAFE = List.of("jdk.internal.misc.Unsafe", "sun.misc.Unsafe");

    private SampledStack() {}

    /**
     * A site, of which the frames are those from the caller of the allocation on. Before JDK 22, JFR records those
     * inside it, too.
     *
     * @param category of its blocks
     * @param recorded as recorded
     */
    static Site site(String category, List<Frame> recorded) {
        List<Frame> frames = new ArrayList<>();
        for (Frame frame : recorded) {
            String className = frame.className();
            boolean inside = frames.isEmpty() && UNSAFE.contains(className);
            if (!inside && !OURS.matcher(className).matches()) {
                frames.add(frame);
            }
        }
        return TrackerReader.site(category, frames);
    }

    /** A Java frame. */
    static Frame frame(RecordedFrame frame) {
        String className = frame.getMethod().getType().getName();
        return new Frame(
                className, frame.getMethod().getName(), null, frame.getLineNumber(), RecordedFrames.isOfJdk(className));
    }
}
