package io.nmt.agent.channel;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * When a process started, as a number that two processes with the same id do not share: containers may have a process 1
 * each and one directory for temporary files.
 */
public final class ProcessStart {
    // In /proc/PID/stat, counted from behind the program's name, which may have spaces and parentheses in it.
    private static final int FIELD = 20;

    private ProcessStart() {}

    /**
     * Asks the system.
     *
     * @param process its directory in {@code /proc}
     * @return clock ticks since the system started; 0 where the system does not tell
     */
    public static long of(Path process) {
        try {
            String stat = stat(process);
            return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 1).split(" ", -1)[FIELD]);
        } catch (IOException | RuntimeException e) {
            return 0;
        }
    }

    /** Not by a channel: there may be no direct memory left. */
    private static String stat(Path process) throws IOException {
        try (InputStream in = new FileInputStream(process.resolve("stat").toFile())) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
