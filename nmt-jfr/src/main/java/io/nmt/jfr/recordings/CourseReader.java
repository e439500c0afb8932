package io.nmt.jfr.recordings;

import io.nmt.report.page.RecordedCourse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.function.IntConsumer;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Reads what was in use over time out of recordings, in one pass. What is kept in memory are points, of which there is
 * a fixed number, and the sampled blocks that are live.
 */
public final class CourseReader {
    private static final int PERCENT = 100;
    private static final Path PARSED = Path.of("the recording"); // its name is not known

    private CourseReader() {}

    /**
     * Reads recordings of one process, in the order of their times.
     *
     * <p>A file that breaks off is read as far as it goes.
     *
     * @param files one or more
     * @param percent is told how far it is, from 0 to 100
     * @return what they tell together
     * @throws RecordingException if one of them is not a recording, none has events of native memory tracking or of the
     *     JDK's memory, or they are known to be of different processes
     * @throws IOException if one cannot be read
     */
    public static RecordedCourse read(Collection<Path> files, IntConsumer percent) throws IOException {
        percent.accept(0);
        List<Path> inOrder = RecordingFiles.inOrder(files);
        long allBytes = 0;
        for (Path file : inOrder) {
            allBytes += Files.size(file);
        }
        CourseEvents events = new CourseEvents();
        boolean cutOff = false;
        long doneBytes = 0;
        for (Path file : inOrder) {
            Progress progress = new Progress(events, ChunkTimes.of(file), percent, doneBytes, allBytes);
            cutOff |= !RecordingFiles.forEach(file, progress);
            doneBytes += Files.size(file);
        }
        events.jvm().check();
        if (events.isEmpty()) {
            throw RecordingReader.withoutEvents(inOrder.get(0));
        }
        RecordedCourse course = events.result(cutOff);
        percent.accept(PERCENT);
        return course;
    }

    /**
     * Reads what another parser has read of one process.
     *
     * @param events all of a recording, in any order
     * @return what they tell together; null if none is of native memory tracking
     * @throws RecordingException if they are known to be of different processes
     */
    public static RecordedCourse read(Iterable<? extends EventData> events) throws RecordingException {
        CourseEvents course = new CourseEvents();
        for (EventData event : events) {
            course.add(PARSED, event);
        }
        course.jvm().check();
        return course.hasOurs() ? course.result(false) : null;
    }

    /**
     * Whether events of a kind are looked at.
     *
     * @param name of the kind
     * @return true for all of native memory tracking, and for some of the JDK's
     */
    public static boolean looksAt(String name) {
        return CourseEvents.looksAt(name);
    }

    /** Says how far it is. The parser does not tell: by the times of events. */
    private static final class Progress implements RecordingFiles.Sink {
        private static final int EVENTS_BETWEEN = 10_000;

        private final RecordingFiles.Sink sink;
        private final ChunkTimes times;
        private final IntConsumer percent;
        private final long doneBytes;
        private final long allBytes;
        private int events;

        Progress(RecordingFiles.Sink sink, ChunkTimes times, IntConsumer percent, long doneBytes, long allBytes) {
            this.sink = sink;
            this.times = times;
            this.percent = percent;
            this.doneBytes = doneBytes;
            this.allBytes = allBytes;
        }

        @Override
        public void add(Path file, RecordedEvent event) {
            sink.add(file, event);
            if (++events % EVENTS_BETWEEN == 0) {
                double done = doneBytes + times.bytesUntil(event.getStartTime());
                percent.accept((int) Math.min(PERCENT - 1, PERCENT * done / Math.max(1, allBytes)));
            }
        }

        @Override
        public boolean isEmpty() {
            return sink.isEmpty();
        }
    }
}
