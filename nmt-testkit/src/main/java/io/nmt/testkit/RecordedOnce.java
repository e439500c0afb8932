package io.nmt.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Recordings that several tests read: each is made by one JVM for all of them, and copied to where a test wants it. */
public final class RecordedOnce {
    private static final Map<List<Object>, Made> BY_KEY = new ConcurrentHashMap<>();
    private static final Path DIRECTORY = directory();

    private RecordedOnce() {}

    private record Made(Path file, Outcome outcome) {}

    private static Path directory() {
        try {
            return Files.createTempDirectory(ChildJvm.testClasses().getParent(), "recordings");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Makes a recording, or takes the one that was made before.
     *
     * @param file where it is to be
     * @param maker records to a file and returns what the program did; is not called again unless it fails
     * @param key on which the recording depends: the JDK, the program, its arguments and options
     * @return what the program did
     */
    public static Outcome to(Path file, Function<Path, Outcome> maker, Object... key) {
        Made made = BY_KEY.computeIfAbsent(List.of(key), wanted -> make(maker));
        try {
            Files.copy(made.file, file, StandardCopyOption.REPLACE_EXISTING);
            return made.outcome;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Made make(Function<Path, Outcome> maker) {
        try {
            Path file = Files.createTempDirectory(DIRECTORY, "").resolve("recording.jfr");
            return new Made(file, maker.apply(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
