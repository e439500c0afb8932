package io.nmt.bench.cost;

import java.lang.foreign.Arena;

/** Arenas of their own for one allocation, or none. */
final class ArenaPair {
    private ArenaPair() {}

    static long run(long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            return arena.allocate(bytes).address();
        }
    }

    static void closeShared() {
        Arena.ofShared().close();
    }

    static void closeConfined() {
        Arena.ofConfined().close();
    }
}
