package io.nmt.jfr.recordings;

import io.nmt.core.model.Frame;
import io.nmt.core.model.Site;
import io.nmt.core.reader.TrackerReader;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;

/**
 * The stack of one of Netty's events, without the frames in which Netty looks for memory: there are several ways
 * through these for each caller.
 *
 * @param className of the allocator
 * @param frames from the one that names the site on; none if no stack is recorded
 */
record NettyStack(String className, List<Frame> frames) {
    /** Reads a stack; null is one without frames. */
    static NettyStack of(String className, RecordedStackTrace trace) {
        List<Frame> frames = new ArrayList<>();
        if (trace != null) {
            for (RecordedFrame frame : trace.getFrames()) {
                if (frame.isJavaFrame()) {
                    frames.add(SampledStack.frame(frame));
                }
            }
        }
        return new NettyStack(className, List.copyOf(frames.subList(leading(frames), frames.size())));
    }

    /** The innermost that is neither the JDK's nor a wrapper's, or else the outermost of the wrappers. */
    private static int leading(List<Frame> frames) {
        int wrapper = 0;
        for (int i = 0; i < frames.size(); i++) {
            if (!frames.get(i).jdk()) {
                if (!TrackerReader.isWrapper(frames.get(i).className())) {
                    return i;
                }
                wrapper = i;
            }
        }
        return wrapper;
    }

    Site site() {
        String name = className.substring(className.lastIndexOf('.') + 1);
        return TrackerReader.site(name, frames);
    }
}
