package io.nmt.core.model;

/**
 * A live mapping of a file.
 *
 * @param path of the file as the system knows it now, with {@code (deleted)} at its end if it was; {@link #ANONYMOUS}
 *     if {@code mmap} was asked for memory without a file; null where the system does not tell (it is read from {@code
 *     /proc}, on Linux)
 * @param address where the mapping starts, at the start of a page
 * @param bytes its length from there, as it was asked for; the system maps whole pages
 * @param mode {@code READ_ONLY}, {@code READ_WRITE} or {@code PRIVATE}; null where the system does not tell
 * @param residentBytes how much of it is in memory on behalf of this process, in whole pages; -1 where the system does
 *     not tell
 * @param ageNanos since it was mapped
 * @param threadName the name, then, of the thread that mapped it
 */
public record MappedFile(
        String path, long address, long bytes, String mode, long residentBytes, long ageNanos, String threadName) {
    /** In place of a path: memory that {@code mmap} gave without a file. */
    public static final String ANONYMOUS = "[anonymous]";
}
