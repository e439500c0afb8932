package io.nmt.jfr.recordings;

import io.nmt.core.model.Frame;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** An event in which a field that is missing, or of another type, is unknown: null, -1, false, or no time. */
record LenientEvent(EventData event, EventFields fields) implements EventData {
    private static final long UNKNOWN = -1;

    /** An event that the JDK's parser has read, whose missing fields are not told. */
    static EventData of(RecordedEvent event) {
        return new LenientEvent(new JfrEvent(event), new EventFields());
    }

    @Override
    public String name() {
        return event.name();
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
    public String threadName() {
        return event.threadName();
    }

    @Override
    public List<Frame> frames() {
        return event.frames();
    }

    @Override
    public boolean hasField(String field) {
        return event.hasField(field);
    }

    @Override
    public String getString(String field) {
        try {
            return event.hasField(field) ? event.getString(field) : missing(field, null);
        } catch (RuntimeException e) {
            return missing(field, null);
        }
    }

    @Override
    public long getLong(String field) {
        try {
            return event.hasField(field) ? event.getLong(field) : missing(field, UNKNOWN);
        } catch (RuntimeException e) {
            return missing(field, UNKNOWN);
        }
    }

    @Override
    public boolean getBoolean(String field) {
        try {
            return event.hasField(field) ? event.getBoolean(field) : missing(field, false);
        } catch (RuntimeException e) {
            return missing(field, false);
        }
    }

    @Override
    public Duration getDuration(String field) {
        try {
            return event.hasField(field) ? event.getDuration(field) : missing(field, Duration.ZERO);
        } catch (RuntimeException e) {
            return missing(field, Duration.ZERO);
        }
    }

    @Override
    public long committedSize(String field) {
        try {
            return event.committedSize(field);
        } catch (RuntimeException e) {
            return UNKNOWN;
        }
    }

    private <T> T missing(String field, T unknown) {
        fields.lacks(name(), field);
        return unknown;
    }
}
