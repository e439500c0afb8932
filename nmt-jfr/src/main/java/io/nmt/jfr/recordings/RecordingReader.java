package io.nmt.jfr.recordings;

import io.nmt.core.model.PooledSite;
import io.nmt.report.model.RecordedMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Reads recordings event by event. What is kept in memory are the categories, the call sites, and the sampled blocks
 * that are live; not the events.
 */
public final class RecordingReader {
    private static final String OUR_EVENTS = "nmt.";

    private RecordingReader() {}

    /**
     * Reads recordings of one process, in the order of their times.
     *
     * <p>A file that breaks off is read as far as it goes.
     *
     * @param files one or more
     * @return what they tell together
     * @throws RecordingException if one of them is not a recording, none has events of native memory tracking, or they
     *     are known to be of different processes
     * @throws IOException if one cannot be read
     */
    public static RecordedMemory read(Collection<Path> files) throws IOException {
        return read(files, event -> {}).result;
    }

    /**
     * Reads recordings of one process, and what was allocated while they ran.
     *
     * @param files one or more
     * @return what they tell together
     * @throws RecordingException as {@link #read}
     * @throws IOException if one cannot be read
     */
    public static RecordedProfile readProfile(Collection<Path> files) throws IOException {
        AllocationSums sums = new AllocationSums();
        Read read = read(files, sums::add);
        boolean ofBuffers =
                read.result.last().owners().stream().anyMatch(usage -> PooledSite.isOfBuffers(usage.site()));
        return new RecordedProfile(read.result, sums.result(ofBuffers), read.intervalBytes);
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
        RecordedMemory memory = read(List.of(file), process::add).result;
        return new ProcessRecording(process.result(), memory);
    }

    private record Read(RecordedMemory result, long intervalBytes) {}

    private static Read read(Collection<Path> files, Consumer<RecordedEvent> also) throws IOException {
        List<Path> inOrder = RecordingFiles.inOrder(files);
        RecordedEvents events = new RecordedEvents();
        RecordedJvm jvm = new RecordedJvm();
        boolean cutOff = false;
        for (Path file : inOrder) {
            cutOff |= !RecordingFiles.forEach(file, new Events(events, jvm, also));
        }
        jvm.check();
        if (events.isEmpty()) {
            throw withoutEvents(inOrder.get(0));
        }
        return new Read(events.result(cutOff), events.intervalBytes());
    }

    /**
     * Whether a file begins as a recording does.
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

    /** What there is to say of recordings without our events. */
    static RecordingException withoutEvents(Path file) {
        return new RecordingException(
                file,
                "has no events of native memory tracking: "
                        + (knowsOurEvents(file)
                                ? "the agent was there, but this recording neither names them nor is a"
                                        + " whole configuration"
                                        + " such as default.jfc, or has disabled them"
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

    private record Events(RecordedEvents events, RecordedJvm jvm, Consumer<RecordedEvent> also)
            implements RecordingFiles.Sink {
        @Override
        public void add(Path file, RecordedEvent event) {
            String name = event.getEventType().getName();
            if (name.startsWith(OUR_EVENTS)) {
                events.add(new JfrEvent(event));
            } else if (name.equals(RecordedJvm.EVENT)) {
                jvm.add(file, new JfrEvent(event));
            }
            also.accept(event);
        }

        @Override
        public boolean isEmpty() {
            return events.isEmpty();
        }
    }
}
