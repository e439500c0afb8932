package io.nmt.bench.soak;

/** Arenas and the {@code Linker}: there are none before JDK 22. */
final class ForeignPaths {
    private ForeignPaths() {}

    static boolean available() {
        return false;
    }

    /** Allocates some blocks in an arena and closes it. Returns how many operations that were. */
    static int arena(long bytes) {
        throw new UnsupportedOperationException();
    }

    static long malloc(long bytes) {
        throw new UnsupportedOperationException();
    }

    static void free(long address) {
        throw new UnsupportedOperationException();
    }

    /** Gives a new block to C, which frees it. */
    static void give(long bytes) {
        throw new UnsupportedOperationException();
    }

    /** Starts a virtual thread. */
    static Thread startVirtual(Runnable task) {
        throw new UnsupportedOperationException();
    }
}
