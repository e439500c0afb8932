package io.nmt.cli.postmortem;

import java.time.Instant;

/**
 * A process, as far as a file tells which one it is of. In containers all processes may have the same id.
 *
 * @param pid 0 if not known
 * @param started null if not known
 * @param program its main class or jar; empty if not known
 * @param javaVersion empty if not known
 */
record ProcessIdentity(long pid, Instant started, String program, String javaVersion) {
    private static final long SAME_SECONDS = 10;

    static final ProcessIdentity UNKNOWN = new ProcessIdentity(0, null, "", "");

    /**
     * True if both may be the same process. Different files tell its start by different clocks. When a process started,
     * different files tell by different clocks.
     */
    boolean maybe(ProcessIdentity other) {
        return pid == other.pid
                && (started == null
                        || other.started == null
                        || Math.abs(started.getEpochSecond() - other.started.getEpochSecond()) <= SAME_SECONDS);
    }

    /** The facts of both. */
    ProcessIdentity with(ProcessIdentity other) {
        return new ProcessIdentity(
                pid,
                started == null ? other.started : started,
                program.isEmpty() ? other.program : program,
                javaVersion.isEmpty() ? other.javaVersion : javaVersion);
    }
}
