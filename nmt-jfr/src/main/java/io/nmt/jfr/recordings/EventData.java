package io.nmt.jfr.recordings;

import io.nmt.core.model.Frame;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * An event of a recording, whichever parser has read it: the JDK's, or that of JDK Mission Control. Methods that are
 * named as those of {@link jdk.jfr.consumer.RecordedEvent} do the same.
 */
public interface EventData {
    /**
     * The name of the event's type.
     *
     * @return such as {@code nmt.NativeMemoryUsage}
     */
    String name();

    /**
     * The start of the event.
     *
     * @return the time
     */
    Instant getStartTime();

    /**
     * The duration of the event.
     *
     * @return 0 or more
     */
    Duration getDuration();

    /**
     * The name of the thread that committed the event.
     *
     * @return null if that is unknown, or has no name
     */
    default String threadName() {
        return null;
    }

    /**
     * True if it has a field, as events of older agents, or of older JDKs, need not.
     *
     * @param field its name
     * @return whether there is one
     */
    boolean hasField(String field);

    /**
     * A text.
     *
     * @param field its name
     * @return null if that was recorded
     */
    String getString(String field);

    /**
     * A number, an amount of bytes, an address, or a point in time in milliseconds since 1970.
     *
     * @param field its name
     * @return the number
     */
    long getLong(String field);

    /**
     * A number that is small.
     *
     * @param field its name
     * @return the number
     */
    default int getInt(String field) {
        return (int) getLong(field);
    }

    /**
     * Yes or no.
     *
     * @param field its name
     * @return true or false
     */
    boolean getBoolean(String field);

    /**
     * A length of time.
     *
     * @param field its name
     * @return the time
     */
    Duration getDuration(String field);

    /**
     * The committed size of a space of the heap.
     *
     * @param field the name of that space
     * @return -1 if it is not told
     */
    long committedSize(String field);

    /**
     * The Java frames of its stack trace.
     *
     * @return the innermost first; none if it has no stack trace
     */
    List<Frame> frames();
}
