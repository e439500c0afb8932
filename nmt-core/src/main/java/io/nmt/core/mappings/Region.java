package io.nmt.core.mappings;

/**
 * Pages that follow each other and were mapped alike. The system joins neighbours.
 *
 * @param start address of the first byte
 * @param end address after the last
 * @param permissions as the system shows them: {@code rw-p} and the like, the last letter for shared or private
 * @param device on which the file is, as {@code /proc} writes it: {@code fe:00}
 * @param path of the file, or the system's name for it, such as {@code [heap]}; empty for anonymous memory
 * @param pageBytes of its pages
 * @param residentBytes in memory on behalf of this process
 * @param proportionalBytes the same, each page divided by the number of its mappings, in whichever process
 * @param dirtyBytes of the resident ones, changed since they were read or last written
 * @param anonymousBytes of the resident ones, those that belong to no file, also where they were copied from one
 * @param hugeBytes of the resident ones, in huge pages that the system has chosen itself ("transparent")
 * @param swappedBytes moved out of memory
 * @param offset of its first byte in the file
 * @param inode of the file on its device; 0 if there is none
 */
public record Region(
        long start,
        long end,
        String permissions,
        String device,
        String path,
        long pageBytes,
        long residentBytes,
        long proportionalBytes,
        long dirtyBytes,
        long anonymousBytes,
        long hugeBytes,
        long swappedBytes,
        long offset,
        long inode) {
    /**
     * Its length.
     *
     * @return bytes of address space
     */
    public long bytes() {
        return end - start;
    }

    /**
     * True if the region can be used at all: the rest is reserved.
     *
     * @return whether it is readable, writable or executable
     */
    public boolean isCommitted() {
        return !permissions.startsWith("---");
    }
}
