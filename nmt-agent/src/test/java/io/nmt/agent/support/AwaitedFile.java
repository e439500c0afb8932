package io.nmt.agent.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A file that a process writes in its own time. */
public final class AwaitedFile {
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long PAUSE_MILLIS = 20;

    private AwaitedFile() {}

    /** Waits until it has these words, and returns all that it has then; fails if it does not get them. */
    public static String await(Path file, String words) throws IOException {
        long start = System.nanoTime();
        String text = read(file);
        while (!text.contains(words)) {
            assertThat(System.nanoTime() - start).as(file + ": " + text).isLessThan(LONGEST_NANOS);
            pause();
            text = read(file);
        }
        return text;
    }

    private static String read(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
