package io.nmt.jfr.recordings;

import io.nmt.report.page.RecordedCourse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Instant;
import jdk.jfr.consumer.RecordedEvent;

/**
 * The end of a process from a recording, also without events of ours: a part that a killed JVM has left in JFR's
 * repository, or a whole recording.
 *
 * @param pid of the process; 0 if not told
 * @param started when its JVM was; null if not told
 * @param program its main class or jar, without arguments; empty if not told
 * @param end the last event
 * @param finished whether the JVM has ended the file itself; also true of one of which a part was lost later
 * @param course what it tells of memory; null if nothing
 * @param shutdown why it began to end; null if that is not recorded
 */
public record RecordingEnd(
        long pid,
        Instant started,
        String program,
        Instant end,
        boolean finished,
        RecordedCourse course,
        RecordedShutdown shutdown) {
    // Of a chunk: its header's size, where that has the chunk's size and the state, and the state of one that is done.
    private static final int HEADER_BYTES = 68;
    private static final int SIZE_OFFSET = 8;
    private static final int STATE_OFFSET = 64;
    private static final int DONE = 0;

    /**
     * Reads it.
     *
     * @param file any
     * @return what it tells; of one that breaks off as far as it goes
     * @throws RecordingException if it is no recording, or nothing in it can be read
     * @throws IOException if it cannot be read
     */
    public static RecordingEnd read(Path file) throws IOException {
        RecordingFiles.startNanos(file); // or refuses it
        boolean finished = isFinished(file);
        Ending ending = new Ending();
        boolean cutOff = !RecordingFiles.forEach(file, ending);
        if (cutOff && ending.end == null) {
            throw new RecordingException(file, RecordingFiles.DAMAGED);
        }
        EventData jvm = ending.jvm;
        return new RecordingEnd(
                number(jvm, "pid"),
                number(jvm, "jvmStartTime") <= 0 ? null : Instant.ofEpochMilli(number(jvm, "jvmStartTime")),
                program(jvm),
                ending.end,
                finished,
                ending.events.isEmpty() ? null : ending.events.result(cutOff),
                ending.shutdown);
    }

    /** Takes in all, and what tells of the end. */
    private static final class Ending implements RecordingFiles.Sink {
        private final CourseEvents events = new CourseEvents();
        private EventData jvm;
        private RecordedShutdown shutdown;
        private Instant end;

        @Override
        public void add(Path file, RecordedEvent event) {
            end = end == null || event.getEndTime().isAfter(end) ? event.getEndTime() : end;
            events.add(file, event);
            String name = event.getEventType().getName();
            if (name.equals(RecordedJvm.EVENT)) {
                jvm = LenientEvent.of(event);
            } else if (name.equals(RecordedShutdown.EVENT)) {
                shutdown = RecordedShutdown.of(event);
            }
        }
    }

    private static long number(EventData jvm, String field) {
        return jvm == null || !jvm.hasField(field) ? 0 : jvm.getLong(field);
    }

    private static String program(EventData jvm) {
        String arguments = jvm == null || !jvm.hasField("javaArguments") ? null : jvm.getString("javaArguments");
        if (arguments == null) {
            return "";
        }
        int space = arguments.indexOf(' ');
        return space < 0 ? arguments : arguments.substring(0, space);
    }

    /** By the header of the last chunk: the JVM marks it when it is complete. */
    private static boolean isFinished(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
            long start = 0;
            while (true) {
                header.clear();
                if (channel.read(header, start) < HEADER_BYTES) {
                    return start > 0;
                }
                long size = header.getLong(SIZE_OFFSET);
                boolean done = header.get(STATE_OFFSET) == DONE;
                if (!done) {
                    return false;
                }
                if (size < HEADER_BYTES || size >= channel.size() - start) {
                    return true;
                }
                start += size;
            }
        }
    }
}
