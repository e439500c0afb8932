package io.nmt.jfr.recordings;

import io.nmt.core.model.PooledSite;
import io.nmt.report.model.RecordedMemory;
import io.nmt.report.page.RecordedCourse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Reads recordings event by event, in one pass: what was in use over time, and the last figures. What is kept in memory
 * are points, of which there is a fixed number, and the sampled blocks that are live; not the events.
 */
public final class RecordingReader {
    private static final String OUR_EVENTS = "nmt.";
    private static final int PERCENT = 100;
    private static final Path PARSED = Path.of("the recording"); // its name is not known

    private RecordingReader() {}

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
    public static RecordedCourse readCourse(Collection<Path> files, IntConsumer percent) throws IOException {
        return read(files, percent, event -> {});
    }

    /**
     * Reads recordings of one process that have events of native memory tracking.
     *
     * @param files one or more
     * @return what they tell together
     * @throws RecordingException if one of them is not a recording, none has events of native memory tracking, or they
     *     are known to be of different processes
     * @throws IOException if one cannot be read
     */
    public static RecordedCourse readCourse(Collection<Path> files) throws IOException {
        return readTracked(files, event -> {});
    }

    /**
     * Reads the last figures alone.
     *
     * @param files one or more
     * @return what they tell together
     * @throws RecordingException as {@link #readCourse(Collection)}
     * @throws IOException if one cannot be read
     */
    public static RecordedMemory read(Collection<Path> files) throws IOException {
        return readCourse(files).memory();
    }

    /**
     * Reads recordings of one process, and what was allocated while they ran.
     *
     * @param files one or more
     * @return what they tell together
     * @throws RecordingException as {@link #readCourse(Collection)}
     * @throws IOException if one cannot be read
     */
    public static RecordedProfile readProfile(Collection<Path> files) throws IOException {
        AllocationSums sums = new AllocationSums();
        RecordedCourse course = readTracked(files, sums::add);
        boolean ofBuffers =
                course.memory().last().owners().stream().anyMatch(usage -> PooledSite.isOfBuffers(usage.site()));
        return new RecordedProfile(course.memory(), sums.result(ofBuffers), Math.max(0, course.intervalBytes()));
    }

    /**
     * Reads a recording of one process among others, as of a fleet.
     *
     * <p>A file that breaks off is read as far as it goes.
     *
     * @param file the recording
     * @param properties names of system properties that are wanted
     * @return what it tells, and of which process
     * @throws RecordingException if it is not a recording, has no events of native memory tracking, or is known to be
     *     of several processes
     * @throws IOException if it cannot be read
     */
    public static ProcessRecording readProcess(Path file, Set<String> properties) throws IOException {
        ProcessEvents process = new ProcessEvents(properties);
        RecordedMemory memory = readTracked(List.of(file), process::add).memory();
        return new ProcessRecording(process.result(), memory);
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
     * Tells whether events of a kind are looked at.
     *
     * @param name of the kind
     * @return true for all of native memory tracking, and for some of the JDK's
     */
    public static boolean looksAt(String name) {
        return CourseEvents.looksAt(name);
    }

    private static RecordedCourse readTracked(Collection<Path> files, Consumer<RecordedEvent> also) throws IOException {
        RecordedCourse course = read(files, percent -> {}, also);
        if (course.memory() == null) {
            throw withoutEvents(RecordingFiles.inOrder(files).get(0));
        }
        return course;
    }

    private static RecordedCourse read(Collection<Path> files, IntConsumer percent, Consumer<RecordedEvent> also)
            throws IOException {
        percent.accept(0);
        List<Path> inOrder = RecordingFiles.inOrder(files);
        long allBytes = 0;
        for (Path file : inOrder) {
            allBytes += Files.size(file);
        }
        CourseEvents events = new CourseEvents();
        Path damaged = null; // the first that cannot be read to its end
        long doneBytes = 0;
        for (Path file : inOrder) {
            Pass pass = new Pass(events, also, ChunkTimes.of(file), percent, doneBytes, allBytes);
            if (!RecordingFiles.forEach(file, pass) && damaged == null) {
                damaged = file;
            }
            doneBytes += Files.size(file);
        }
        events.jvm().check();
        if (events.isEmpty()) {
            throw damaged == null
                    ? withoutEvents(inOrder.get(0))
                    : new RecordingException(damaged, RecordingFiles.DAMAGED);
        }
        RecordedCourse course = events.result(damaged != null);
        percent.accept(PERCENT);
        return course;
    }

    /**
     * True if a file begins as a recording does.
     *
     * @param file any
     * @return false also if it does not exist or cannot be read
     */
    public static boolean isRecording(Path file) {
        try {
            RecordingFiles.startNanos(file);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * True if a file is the part of a recording that its JVM has begun, and not yet written to: it has no event.
     *
     * @param file any
     * @return false also if it does not exist or cannot be read
     */
    public static boolean isBegun(Path file) {
        return RecordingFiles.isBegun(file);
    }

    /** The failure of a recording without our events. */
    private static RecordingException withoutEvents(Path file) {
        return new RecordingException(
                file,
                "has no events of native memory tracking: "
                        + (knowsOurEvents(file)
                                ? "the agent was there. This recording has disabled them, or does"
                                        + " not extend default.jfc"
                                : "was the agent in the process, and not with jfr=false?"));
    }

    private static boolean knowsOurEvents(Path path) {
        try (RecordingFile file = new RecordingFile(path)) {
            return file.readEventTypes().stream()
                    .anyMatch(type -> type.getName().startsWith(OUR_EVENTS));
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    /** Takes in events, and says how far it is. The parser does not tell: by the times of events. */
    private static final class Pass implements RecordingFiles.Sink {
        private static final int EVENTS_BETWEEN = 10_000;

        private final CourseEvents sink;
        private final Consumer<RecordedEvent> also;
        private final ChunkTimes times;
        private final IntConsumer percent;
        private final long doneBytes;
        private final long allBytes;
        private int events;

        Pass(
                CourseEvents sink,
                Consumer<RecordedEvent> also,
                ChunkTimes times,
                IntConsumer percent,
                long doneBytes,
                long allBytes) {
            this.sink = sink;
            this.also = also;
            this.times = times;
            this.percent = percent;
            this.doneBytes = doneBytes;
            this.allBytes = allBytes;
        }

        @Override
        public void add(Path file, RecordedEvent event) {
            sink.add(file, event);
            also.accept(event);
            if (++events % EVENTS_BETWEEN == 0) {
                double done = doneBytes + times.bytesUntil(event.getStartTime());
                percent.accept((int) Math.min(PERCENT - 1, PERCENT * done / Math.max(1, allBytes)));
            }
        }
    }
}
