package io.nmt.agent.channel;

import java.io.IOException;
import java.nio.file.Files;
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
            String stat = Files.readString(process.resolve("stat"));
            return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 1).split(" ", -1)[FIELD]);
        } catch (IOException | RuntimeException e) {
            return 0;
        }
    }
}
