package io.nmt.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file that a process writes in its own time. */
public final class AwaitedFile {
    private AwaitedFile() {}

    /** Waits until it has these words, and returns all that it has then; fails if it does not get them. */
    public static String await(Path file, String words) throws IOException {
        String text = Awaited.until(read -> read.contains(words), () -> read(file));
        assertThat(text).as(file.toString()).contains(words);
        return text;
    }

    private static String read(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            return "";
        }
    }
}
