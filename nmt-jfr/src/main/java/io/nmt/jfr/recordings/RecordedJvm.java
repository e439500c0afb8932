package io.nmt.jfr.recordings;

import io.nmt.report.page.PageProcess;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The process that recordings are of, as far as they tell: those of small configurations do not. */
final class RecordedJvm {
    /** The JDK's event that tells; every chunk has one. */
    static final String EVENT = "jdk.JVMInformation";

    private final Map<Jvm, Path> files = new LinkedHashMap<>();

    /** In containers all processes may have the same id. */
    private record Jvm(long startMillis, long pid) {}

    void add(Path file, EventData event) {
        if (event.hasField("jvmStartTime") && event.hasField("pid")) {
            add(file, event.getLong("jvmStartTime"), event.getLong("pid"));
        }
    }

    void add(Path file, long startMillis, long pid) {
        files.putIfAbsent(new Jvm(startMillis, pid), file);
    }

    /** The process of a recording: its command without arguments, which may be secrets. */
    static PageProcess process(EventData event) {
        String command = event.hasField("javaArguments") ? event.getString("javaArguments") : null;
        return new PageProcess(
                event.hasField("pid") ? event.getLong("pid") : PageProcess.UNKNOWN,
                version(event.hasField("jvmVersion") ? event.getString("jvmVersion") : null),
                command == null || command.isBlank() ? null : command.strip().split(" ", 2)[0]);
    }

    /** From {@code OpenJDK 64-Bit Server VM (17.0.15+6) for linux-amd64 ...}. */
    private static String version(String jvmVersion) {
        int start = jvmVersion == null ? -1 : jvmVersion.indexOf('(');
        int end = start < 0 ? -1 : jvmVersion.indexOf(')', start);
        return end < 0 ? null : jvmVersion.substring(start + 1, end);
    }

    /** Refuses what would be the sum of two processes. */
    void check() throws RecordingException {
        if (files.size() < 2) {
            return;
        }
        Path first = null;
        long firstPid = 0;
        for (Map.Entry<Jvm, Path> jvm : files.entrySet()) {
            long pid = jvm.getKey().pid;
            if (first == null) {
                first = jvm.getValue();
                firstPid = pid;
            } else if (first.equals(jvm.getValue())) {
                throw new RecordingException(first, "has events of two processes, " + firstPid + " and " + pid);
            } else {
                throw new RecordingException(
                        first,
                        "and " + jvm.getValue() + " are of different processes, " + firstPid + " and " + pid
                                + ": parts of one process's recording are read together; 'compare' compares two");
            }
        }
    }
}
