package io.nmt.report.page;

/**
 * The process that a page is of. Immutable.
 *
 * @param pid its number; {@link #UNKNOWN} if that is not known
 * @param jdk its version; null if that is not known
 * @param command its main class or jar, without arguments; null if that is not known
 */
public record PageProcess(long pid, String jdk, String command) {
    /** In place of a number. */
    public static final long UNKNOWN = -1;
}
