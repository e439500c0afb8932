package io.nmt.jfr.recordings;

import io.nmt.core.model.Frame;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
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
        return get(field, event::getString, null);
    }

    @Override
    public long getLong(String field) {
        return get(field, event::getLong, UNKNOWN);
    }

    @Override
    public boolean getBoolean(String field) {
        return get(field, event::getBoolean, false);
    }

    @Override
    public Duration getDuration(String field) {
        return get(field, event::getDuration, Duration.ZERO);
    }

    @Override
    public long committedSize(String field) {
        try {
            return event.committedSize(field);
        } catch (RuntimeException e) {
            return UNKNOWN;
        }
    }

    private <T> T get(String field, Function<String, T> reader, T unknown) {
        try {
            if (event.hasField(field)) {
                return reader.apply(field);
            }
        } catch (RuntimeException e) {
            // It is of another type.
        }
        fields.lacks(name(), field);
        return unknown;
    }
}
