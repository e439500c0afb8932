package io.nmt.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** A memory cgroup for a test, where one may be made. */
public final class Cgroup implements AutoCloseable {
    private static final Path V1 = Path.of("/sys/fs/cgroup/memory");
    private static final Path V2 = Path.of("/sys/fs/cgroup");
    private static final AtomicInteger COUNT = new AtomicInteger(); // tests run at once

    private final Path directory;

    private Cgroup(Path directory) {
        this.directory = directory;
    }

    /** Makes a group that may have that much memory; null where that is not possible. */
    public static Cgroup withLimit(long bytes) {
        boolean v1 = Files.exists(V1.resolve("memory.usage_in_bytes"));
        String name = "nmt-test-" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet();
        Path directory = (v1 ? V1 : V2).resolve(name);
        try {
            Files.createDirectory(directory);
            Files.writeString(directory.resolve(v1 ? "memory.limit_in_bytes" : "memory.max"), Long.toString(bytes));
            return new Cgroup(directory);
        } catch (IOException | UnsupportedOperationException e) {
            directory.toFile().delete();
            return null;
        }
    }

    /** True if neither this process's own group nor that of the machine sets a limit: known of v1 only. */
    public static boolean isCurrentUnlimited() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/cgroup"))) {
            String[] fields = line.split(":", 3);
            if (fields[1].equals("memory")) {
                Path own = V1.resolve(fields[2].substring(1));
                Path limit = (Files.isDirectory(own) ? own : V1).resolve("memory.limit_in_bytes");
                return Files.exists(limit)
                        && Long.parseLong(Files.readString(limit).trim()) > 1L << 62;
            }
        }
        return false;
    }

    /** The directory of the group. */
    public Path directory() {
        return directory;
    }

    /** The command that starts another one inside. */
    public String[] launcher() {
        return new String[] {
            "/bin/sh", "-c", "echo $$ > \"$0/cgroup.procs\" && exec \"$@\"", directory.toString(),
        };
    }

    /** Its processes must have ended. */
    @Override
    public void close() throws IOException {
        Files.delete(directory);
    }
}
