package io.nmt.core.model;

/**
 * Resident bytes by what the system can do with them when memory is short. Only {@code cleanFileBytes} are given up at
 * once. All but these count toward a kill, where there is no swap. Immutable.
 *
 * @param cleanFileBytes of files, as they are on disk: dropped, and read again when needed
 * @param dirtyFileBytes of files, changed: they can be dropped when they have been written
 * @param sharedMemoryBytes of tmpfs, {@code memfd_create}, {@code shmget}: their only copy, until the file is deleted
 *     and unmapped
 * @param anonymousBytes of no file: heap, malloc, stacks, and the changed pages of files that are mapped as private
 */
public record PageKinds(long cleanFileBytes, long dirtyFileBytes, long sharedMemoryBytes, long anonymousBytes) {
    /** No pages. */
    public static final PageKinds NONE = new PageKinds(0, 0, 0, 0);

    /**
     * Both together.
     *
     * @param other more pages
     * @return the sums
     */
    public PageKinds plus(PageKinds other) {
        return new PageKinds(
                cleanFileBytes + other.cleanFileBytes,
                dirtyFileBytes + other.dirtyFileBytes,
                sharedMemoryBytes + other.sharedMemoryBytes,
                anonymousBytes + other.anonymousBytes);
    }

    /**
     * The same without shared memory that is mapped a second time: there is one copy of it.
     *
     * @param bytes that are mapped again
     * @return with so much less shared memory
     */
    public PageKinds withoutAgain(long bytes) {
        return new PageKinds(cleanFileBytes, dirtyFileBytes, Math.max(0, sharedMemoryBytes - bytes), anonymousBytes);
    }

    /**
     * Bytes that the kernel cannot drop at once.
     *
     * @return all but clean pages of files
     */
    public long notReclaimableBytes() {
        return dirtyFileBytes + sharedMemoryBytes + anonymousBytes;
    }
}
