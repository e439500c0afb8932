package io.nmt.report.model;

import io.nmt.core.model.PageKinds;

/**
 * The mapped and resident bytes of one file, all its mappings together. Immutable.
 *
 * @param path of the file, with {@code (deleted)} at its end if it was; {@link
 *     io.nmt.core.model.MappedFile#ANONYMOUS} for what was mapped through the Linker without a file
 * @param tracked whether tracked Java code has mapped it; otherwise it was a native library, or was mapped before
 *     tracking began
 * @param bytes mapped
 * @param residentBytes in memory on behalf of this process
 * @param pages of these, by what the system can do with them
 */
public record ResidentFile(String path, boolean tracked, long bytes, long residentBytes, PageKinds pages) {
    /** In place of a path: files of which the sum alone was recorded. */
    public static final String OTHERS = "(others)";

    /** In place of a path that the recording lost, as JDK 17 may. */
    public static final String LOST_NAME = "a file whose name the recording lost";

    private static final String DELETED = " (deleted)";

    /**
     * More mappings of the same file.
     *
     * @param other what these have
     * @return both together
     */
    public ResidentFile plus(ResidentFile other) {
        return new ResidentFile(
                path, tracked, bytes + other.bytes, residentBytes + other.residentBytes, pages.plus(other.pages));
    }

    /**
     * True if the system could have dropped pages of it.
     *
     * @return false for what has no file system behind it: shared memory, memfd and SysV
     */
    public boolean isOnDisk() {
        return path.startsWith("/")
                && pages.sharedMemoryBytes() == 0
                && !path.startsWith("/dev/shm/")
                && !path.startsWith("/memfd:")
                && !path.startsWith("/SYSV");
    }

    /**
     * True if a file was deleted that other processes could open by its name before.
     *
     * @return false for what never had a name: memfd, SysV and anonymous shared memory, which the system always shows
     *     as deleted
     */
    public boolean isDeleted() {
        return path.endsWith(DELETED)
                && !path.startsWith("/memfd:")
                && !path.startsWith("/SYSV")
                && !path.startsWith("/dev/zero");
    }
}
