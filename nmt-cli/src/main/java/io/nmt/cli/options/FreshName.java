package io.nmt.cli.options;

import java.nio.file.Files;
import java.nio.file.Path;

/** Names the file of a command that was given none. */
public final class FreshName {
    private FreshName() {}

    /**
     * Returns a name that no file in the current folder has: {@code STEM.SUFFIX}, or {@code STEM-2.SUFFIX} and so on.
     *
     * @param what the command, with which the name begins
     * @param input a process id, or a file, whose name without its ending is used
     * @param suffix with its dot
     * @return a relative path
     */
    public static Path of(String what, String input, String suffix) {
        Path last = Path.of(input).getFileName();
        String stem = what + "-" + String.valueOf(last).replaceFirst("\\.[^.]*$", "");
        Path name = Path.of(stem + suffix);
        for (int i = 2; Files.exists(name); i++) {
            name = Path.of(stem + "-" + i + suffix);
        }
        return name;
    }
}
