package io.nmt.bench.cost;

/** One {@code malloc} and {@code free} through the {@code Linker}: there is no such thing before JDK 22. */
final class LinkerPair {
    private LinkerPair() {}

    static long plain(long bytes) {
        throw missing();
    }

    static long critical(long bytes) {
        throw missing();
    }

    static long segments(long bytes) {
        throw missing();
    }

    static long unbound(long bytes) {
        throw missing();
    }

    static long other(long number) {
        throw missing();
    }

    private static UnsupportedOperationException missing() {
        return new UnsupportedOperationException("The Linker needs JDK 22 or later");
    }
}
