package io.nmt.bench.cost;

import java.lang.foreign.Arena;

/** One allocation in a confined arena of its own. */
final class ArenaPair {
    private ArenaPair() {}

    static long run(long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            return arena.allocate(bytes).address();
        }
    }
}
