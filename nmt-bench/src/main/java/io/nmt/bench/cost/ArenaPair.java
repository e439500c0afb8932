package io.nmt.bench.cost;

/** One allocation in a confined arena of its own: there is no such thing before JDK 22. */
final class ArenaPair {
    private ArenaPair() {}

    static long run(long bytes) {
        throw new UnsupportedOperationException("Arenas need JDK 22 or later");
    }
}
