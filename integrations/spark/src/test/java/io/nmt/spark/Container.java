package io.nmt.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** A memory cgroup, and a JDK whose {@code java} runs in it, for executors that live in a container. */
final class Container implements AutoCloseable {
    private static final Path V1 = Path.of("/sys/fs/cgroup/memory");
    private static final Path V2 = Path.of("/sys/fs/cgroup");
    private static final String PROCESSES = "cgroup.procs";

    private final Path group;
    private final Path javaHome;

    private Container(Path group, Path javaHome) {
        this.group = group;
        this.javaHome = javaHome;
    }

    /** Makes one that may have that much memory; null where that is not possible. */
    static Container withLimit(long bytes, Path javaHome) throws IOException {
        boolean v1 = Files.exists(V1.resolve("memory.usage_in_bytes"));
        Path group = (v1 ? V1 : V2)
                .resolve("nmt-spark-test-" + ProcessHandle.current().pid());
        try {
            Files.createDirectory(group);
            Files.writeString(group.resolve(v1 ? "memory.limit_in_bytes" : "memory.max"), Long.toString(bytes));
            Path swap = group.resolve(v1 ? "memory.swappiness" : "memory.swap.max");
            if (Files.exists(swap)) {
                Files.writeString(swap, "0");
            }
        } catch (IOException e) {
            Files.deleteIfExists(group);
            return null;
        }
        Path java = Files.createDirectories(javaHome.resolve("bin")).resolve("java");
        Files.writeString(java, """
                #!/bin/sh
                echo $$ > %s
                exec %s/bin/java "$@"
                """.formatted(group.resolve(PROCESSES), System.getProperty("java.home")));
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new Container(group, javaHome);
    }

    String javaHome() {
        return javaHome.toString();
    }

    /** Waits for the end of its processes. */
    @Override
    public void close() throws IOException {
        for (String pid : Files.readAllLines(group.resolve(PROCESSES))) {
            Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(pid));
            process.ifPresent(running -> running.onExit().join());
        }
        Files.delete(group);
    }
}
