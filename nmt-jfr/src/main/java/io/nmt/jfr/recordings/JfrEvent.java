package io.nmt.jfr.recordings;

import io.nmt.core.model.Frame;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;

/** An event that the JDK's parser has read. */
record JfrEvent(RecordedEvent event) implements EventData {
    private static final String COMMITTED_SIZE = "committedSize";

    @Override
    public String name() {
        return event.getEventType().getName();
    }

    @Override
    public Instant getStartTime() {
        return event.getStartTime();
    }

    @Override
    public Duration getDuration() {
        return event.getDuration();
    }

    @Override
    public boolean hasField(String field) {
        return event.hasField(field);
    }

    @Override
    public String getString(String field) {
        return event.getString(field);
    }

    @Override
    public long getLong(String field) {
        return event.getLong(field);
    }

    @Override
    public int getInt(String field) {
        return event.getInt(field);
    }

    @Override
    public boolean getBoolean(String field) {
        return event.getBoolean(field);
    }

    @Override
    public Duration getDuration(String field) {
        return event.getDuration(field);
    }

    @Override
    public long committedSize(String field) {
        RecordedObject space = event.getValue(field);
        return space != null && space.hasField(COMMITTED_SIZE) ? space.getLong(COMMITTED_SIZE) : -1;
    }

    @Override
    public String threadName() {
        RecordedThread thread = event.getThread();
        String name = thread == null ? null : thread.getJavaName();
        return name == null || name.isEmpty() ? null : name;
    }

    @Override
    public List<Frame> frames() {
        return frames(event.getStackTrace());
    }

    /** The Java frames of a stack trace, which may be null. */
    static List<Frame> frames(RecordedStackTrace trace) {
        List<Frame> frames = new ArrayList<>();
        for (RecordedFrame frame : trace == null ? List.<RecordedFrame>of() : trace.getFrames()) {
            if (frame.isJavaFrame()) {
                frames.add(SampledStack.frame(frame));
            }
        }
        return frames;
    }
}
