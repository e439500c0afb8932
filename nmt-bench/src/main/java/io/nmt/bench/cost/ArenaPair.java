package io.nmt.bench.cost;

/** Arenas of their own for one allocation, or none: there is no such thing before JDK 22. */
final class ArenaPair {
    private ArenaPair() {}

    static long run(long bytes) {
        throw tooOld();
    }

    static void closeShared() {
        throw tooOld();
    }

    static void closeConfined() {
        throw tooOld();
    }

    private static UnsupportedOperationException tooOld() {
        return new UnsupportedOperationException("Arenas need JDK 22 or later");
    }
}
