package io.nmt.core.internal.libraries;

/**
 * Places for buffers of one size in a chunk.
 *
 * @param bytes of each
 * @param all how many there are
 * @param taken how many of them are
 */
record Places(int bytes, int all, int taken) {
    /** As they were read while others take and give back: as far as that is possible. */
    static Places of(int bytes, int all, int free) {
        return new Places(bytes, all, Math.max(0, Math.min(all, all - free)));
    }

    long freeBytes() {
        return (long) (all - taken) * bytes;
    }
}
