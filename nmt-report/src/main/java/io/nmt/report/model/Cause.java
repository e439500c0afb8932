package io.nmt.report.model;

/** The limit that is near, or the allocation that failed. */
public enum Cause {
    /** The memory of the process's cgroup. */
    CGROUP("cgroup limit"),
    /** Threads of the cgroup wait for memory. */
    STALL("cgroup stall"),
    /** The memory from which on the kernel slows processes of the cgroup down. */
    HIGH("cgroup high limit"),
    /** The kernel has killed another process of the cgroup. */
    KILL("cgroup OOM kill"),
    /** Resident memory, of which the user has said how much is too much. */
    THRESHOLD("threshold"),
    /** Direct buffers. */
    DIRECT("direct buffer limit"),
    /** Native memory that the system did not give. */
    REFUSED("native memory refused"),
    /** Objects, of which an error has told; there may be room again. */
    HEAP("Java heap error"),
    /** A thread that could not be started. */
    THREAD("thread refused");

    private final String label;

    Cause(String label) {
        this.label = label;
    }

    /**
     * The cause of a report.
     *
     * @param text begins with its label: of an event, of a twin, or the description in a report's title
     * @return null if it is none
     */
    public static Cause of(String text) {
        for (Cause cause : values()) {
            if (text.startsWith(cause.label)) {
                return cause;
            }
        }
        return null;
    }

    /**
     * True if the usage is the cgroup's, which has other processes and files in it.
     *
     * @return false of limits of the process alone
     */
    public boolean isOfCgroup() {
        return this == CGROUP || this == STALL || this == HIGH || this == KILL;
    }

    /**
     * True if the JVM itself has made the error, which no call site of native memory has caused.
     *
     * @return true of the Java heap, and of threads
     */
    public boolean isOfJvm() {
        return this == HEAP || this == THREAD;
    }

    /**
     * Its name in reports and events.
     *
     * @return a few words that stay the same, for scripts
     */
    public String label() {
        return label;
    }
}
