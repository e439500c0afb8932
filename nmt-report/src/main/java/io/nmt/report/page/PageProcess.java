package io.nmt.report.page;

import io.nmt.report.model.JvmSetup;

/**
 * The process that a page is of. Immutable.
 *
 * @param pid its number; {@link #UNKNOWN} if that is not known
 * @param jdk its version; null if that is not known
 * @param command its main class or jar, without arguments; null if that is not known
 * @param setup of its JVM
 */
public record PageProcess(long pid, String jdk, String command, JvmSetup setup) {
    /** In place of a number. */
    public static final long UNKNOWN = -1;

    /**
     * A process of whose JVM no more is known.
     *
     * @param pid as above
     * @param jdk as above
     * @param command as above
     */
    public PageProcess(long pid, String jdk, String command) {
        this(pid, jdk, command, JvmSetup.UNKNOWN);
    }
}
