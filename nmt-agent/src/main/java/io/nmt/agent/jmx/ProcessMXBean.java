package io.nmt.agent.jmx;

/**
 * The memory of this process against its limits, {@code io.nmt:type=Process}: what exporters and alerts need beside
 * {@link NativeMemoryMXBean}. Bytes are plain numbers. To read an attribute takes some microseconds, but for
 * {@link #getLeakSuspects}. Thread-safe.
 */
@Description("The memory of this process against its limits. Unknown figures are -1.")
public interface ProcessMXBean {
    /**
     * Resident memory, {@code VmRSS} of {@code /proc/self/status}.
     *
     * @return bytes; -1 where the system does not tell: but on Linux
     */
    @Description("Bytes of resident memory (RSS). Linux.")
    long getRss();

    /**
     * The cgroup's usage against {@link #getCgroupLimit}: bytes that the kernel charges, without page cache and
     * reclaimable slabs, which it drops before it kills. The working set of Kubernetes has active page cache, too.
     *
     * @return bytes, of all processes of the cgroup; -1 if it has no limit
     */
    @Description("Bytes that count toward the container's limit, without page cache and reclaimable slabs."
            + " Linux, where there is a limit.")
    long getCgroupUsed();

    /**
     * The usage at which the kernel kills processes of the cgroup: the smallest limit of its own and of those above.
     *
     * @return bytes; -1 if there is none
     */
    @Description("The container's limit (of its cgroup): beyond it the kernel kills. Linux, where there is a limit.")
    long getCgroupLimit();

    /**
     * Resident memory that is neither Java heap nor tracked: of the JVM, of native libraries, and what malloc keeps. It
     * is anonymous resident memory less the whole committed heap and all tracked memory but mapped files, so never too
     * much; it is too little while parts of these were never touched.
     *
     * @return bytes, at least; -1 where the system does not tell: but on Linux
     */
    @Description("Least resident bytes that are neither Java heap nor tracked: JVM, native libraries, "
            + "retained by malloc. Linux.")
    long getUntracked();

    /**
     * Bytes that the JVM has counted towards {@link #getDirectLimit}.
     *
     * @return bytes of direct buffers, and of segments of automatic arenas
     */
    @Description("Bytes that the JVM has counted towards the limit of direct buffers.")
    long getDirectUsed();

    /**
     * The limit of all direct buffers together.
     *
     * @return {@code -XX:MaxDirectMemorySize}, or if it is not set the largest size of the heap, in bytes
     */
    @Description("Bytes that direct buffers may take together.")
    long getDirectLimit();

    /**
     * Lines of code, categories and classes of native handles that leak: they grow, and no collection frees them.
     * Growth is judged again at most every ten seconds, and only when a thousand times as long has passed as it took
     * the last time.
     *
     * @return their number; -1 if no call stacks are taken
     */
    @Description("Lines of code, categories and classes of native handles that leak: they grow, and no collection"
            + " frees them. At most ten seconds old, mostly.")
    long getLeakSuspects();

    /**
     * Lines of code and categories that grow and may be garbage, or a cache that fills; and metaspace, mapped files and
     * threads that grow.
     *
     * @return their number, as old as {@link #getLeakSuspects}; -1 if no call stacks are taken
     */
    @Description("Lines of code and categories that grow and may be garbage, or a cache that fills."
            + " Metaspace, mapped files and threads that grow.")
    long getGrowing();

    /**
     * Statements on growth, as all commands show them, without next steps.
     *
     * @return a line each, the most important first, as old as {@link #getLeakSuspects}; none if no call stacks are
     *     taken
     */
    @Description("Statements on growth, as the commands show them, the most important first.")
    String[] getStatements();

    /**
     * The age of the statements, and of the counts of what leaks and grows: a minute at the most.
     *
     * @return seconds; -1 if no call stacks are taken
     */
    @Description("Seconds since Statements, LeakSuspects and Growing were judged, 60 at the most.")
    long getStatementsAge();
}
