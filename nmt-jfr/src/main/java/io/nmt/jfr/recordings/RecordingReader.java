package io.nmt.jfr.recordings;

import io.nmt.core.model.RecordedMemory;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Reads recordings event by event. What is kept in memory are the categories, the call sites, and the sampled blocks
 * that are live; not the events.
 */
public final class RecordingReader {
    private static final String OUR_EVENTS = "nmt.";

    // A chunk's header: "FLR\0", the version as two shorts; as longs, the size, where constants and metadata are, and
    // the time of its start in nanoseconds since 1970.
    private static final int MAGIC = 0x464c5200;
    private static final int BYTES_UP_TO_METADATA = 2 * Short.BYTES + 2 * Long.BYTES;

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
        List<Start> starts = new ArrayList<>();
        for (Path file : files) {
            starts.add(new Start(file, startNanos(file)));
        }
        starts.sort(Comparator.comparingLong(Start::nanos));
        RecordedEvents events = new RecordedEvents();
        RecordedJvm jvm = new RecordedJvm();
        boolean cutOff = false;
        for (Start start : starts) {
            cutOff |= !read(start.file, events, jvm);
        }
        jvm.check();
        if (events.isEmpty()) {
            Path first = starts.get(0).file;
            throw new RecordingException(
                    first,
                    "has no events of native memory tracking: "
                            + (knowsOurEvents(first)
                                    ? "the agent was there, but this recording neither names them nor is a"
                                            + " whole configuration"
                                            + " such as default.jfc, or has disabled them"
                                    : "was the agent in the process, and not with jfr=false?"));
        }
        return events.result(cutOff);
    }

    /**
     * Whether a file begins as a recording does.
     *
     * @param file any
     * @return false also if it does not exist or cannot be read
     */
    public static boolean isRecording(Path file) {
        try {
            startNanos(file);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private record Start(Path file, long nanos) {}

    /** When a recording's first chunk began; what is no recording, or one that is not finished, is refused. */
    static long startNanos(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new RecordingException(file, "is a directory");
        }
        try (InputStream stream = Files.newInputStream(file);
                DataInputStream in = new DataInputStream(stream)) {
            if (in.readInt() != MAGIC || in.skipBytes(BYTES_UP_TO_METADATA) != BYTES_UP_TO_METADATA) {
                throw new RecordingException(file, "is not a flight recording");
            }
            if (in.readLong() == 0) {
                // The JDK's parser would wait for more.
                throw new RecordingException(
                        file, "is not finished: its process has to end or dump the recording first");
            }
            return in.readLong();
        } catch (EOFException e) {
            throw new RecordingException(file, "is not a flight recording");
        } catch (NoSuchFileException e) {
            throw new RecordingException(file, "does not exist");
        } catch (AccessDeniedException e) {
            throw new RecordingException(file, "cannot be read: access denied");
        }
    }

    private static boolean knowsOurEvents(Path path) {
        try (RecordingFile file = new RecordingFile(path)) {
            return file.readEventTypes().stream()
                    .anyMatch(type -> type.getName().startsWith(OUR_EVENTS));
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    /** Returns whether the file could be read to its end. */
    private static boolean read(Path path, RecordedEvents events, RecordedJvm jvm) throws IOException {
        try (RecordingFile file = new RecordingFile(path)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                String name = event.getEventType().getName();
                if (name.startsWith(OUR_EVENTS)) {
                    events.add(event);
                } else if (name.equals(RecordedJvm.EVENT)) {
                    jvm.add(path, event);
                }
            }
            return true;
        } catch (IOException | RuntimeException | Error e) {
            // The parser throws all sorts of exceptions, and errors, where the bytes end or make no sense: it may ask
            // for an array of any size, and recurse without end.
            if (events.isEmpty()) {
                throw new RecordingException(path, "cannot be read as a flight recording: " + e);
            }
            return false;
        }
    }
}
