package io.nmt.jfr.recordings;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Passes over the events of files. */
final class RecordingFiles {
    /** The problem of a file of which nothing can be read. */
    static final String DAMAGED = "is damaged: no event in it can be read";

    // A chunk's header: "FLR\0", the version as two shorts; as longs, the size, where constants and metadata are, and
    // the time of its start in nanoseconds since 1970.
    private static final int MAGIC = 0x464c5200;
    private static final int VERSION_BYTES = 2 * Short.BYTES;

    private RecordingFiles() {}

    /** Takes in the events of files. */
    interface Sink {
        void add(Path file, RecordedEvent event);
    }

    private record Start(Path file, long nanos) {}

    /** In the order of their times. What is no recording is refused. */
    static List<Path> inOrder(Collection<Path> files) throws IOException {
        List<Start> starts = new ArrayList<>();
        for (Path file : files) {
            starts.add(new Start(file, startNanos(file)));
        }
        starts.sort(Comparator.comparingLong(Start::nanos));
        return starts.stream().map(Start::file).toList();
    }

    /** Tells whether it is a recording whose first chunk has no events yet. */
    static boolean isBegun(Path file) {
        try (InputStream stream = Files.newInputStream(file);
                DataInputStream in = new DataInputStream(stream)) {
            if (in.readInt() != MAGIC || in.skipBytes(VERSION_BYTES) != VERSION_BYTES) {
                return false;
            }
            in.readLong(); // size
            in.readLong(); // where constants are
            return in.readLong() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** The start of a recording's first chunk; a file that is no recording, or one that is not finished, is refused. */
    static long startNanos(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new RecordingException(file, "is a directory");
        }
        try (InputStream stream = Files.newInputStream(file);
                DataInputStream in = new DataInputStream(stream)) {
            if (in.readInt() != MAGIC || in.skipBytes(VERSION_BYTES) != VERSION_BYTES) {
                throw new RecordingException(file, "is not a flight recording");
            }
            long bytes = in.readLong();
            in.readLong(); // where constants are
            if (in.readLong() == 0) {
                // The JDK's parser would wait for more.
                throw new RecordingException(
                        file, "is not finished: its process has to end or dump the recording first");
            }
            if (bytes <= 0) {
                throw new RecordingException(file, DAMAGED); // the JDK's parser would look for its end for ever
            }
            return in.readLong();
        } catch (EOFException e) {
            boolean isEmpty = Files.isRegularFile(file) && Files.size(file) == 0;
            throw new RecordingException(
                    file,
                    isEmpty
                            ? "is empty, as a recording is while its JVM runs: 'jcmd PID JFR.dump filename=FILE' first"
                            : "is not a flight recording");
        } catch (NoSuchFileException e) {
            throw new RecordingException(file, "does not exist");
        } catch (AccessDeniedException e) {
            throw new RecordingException(file, "cannot be read: access denied");
        }
    }

    /** Returns whether the file could be read to its end; the events before that are in the sink. */
    static boolean forEach(Path path, Sink sink) throws IOException {
        long end = ChunkTimes.of(path).endlessAt();
        if (end < 0) {
            return forEach(path, path, sink);
        }
        Path good = Files.createTempFile("nmt", ".jfr");
        try {
            copy(path, good, end);
            forEach(path, good, sink);
            return false;
        } finally {
            Files.delete(good);
        }
    }

    private static void copy(Path from, Path to, long bytes) throws IOException {
        try (FileChannel source = FileChannel.open(from);
                FileChannel target = FileChannel.open(to, StandardOpenOption.WRITE)) {
            long copied = 0;
            for (long more = bytes; more > 0; copied += more) {
                more = source.transferTo(copied, bytes - copied, target);
            }
        }
    }

    private static boolean forEach(Path path, Path readable, Sink sink) {
        try (RecordingFile file = new RecordingFile(readable)) {
            while (file.hasMoreEvents()) {
                sink.add(path, file.readEvent());
            }
            return true;
        } catch (IOException | RuntimeException | Error e) {
            // The parser throws all sorts of exceptions, and errors, where the bytes end or make no sense: it may ask
            // for an array of any size, and recurse without end.
            return false;
        }
    }
}
