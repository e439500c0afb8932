package io.nmt.core.internal.pools;

import io.nmt.core.model.Pool;
import java.util.List;
import java.util.function.Supplier;

/** The pools of this process: those of Netty, if it is there. */
public final class Pools {
    private static volatile Supplier<List<Pool>> source;

    private Pools() {}

    /**
     * The pools that have chunks now. Exact if no thread allocates or frees meanwhile. Reads the library's objects by
     * reflection: for a person who asks, not for a timer.
     *
     * @return the largest first
     */
    public static List<Pool> list() {
        Supplier<List<Pool>> told = source;
        return told == null ? List.of() : told.get();
    }

    /**
     * Says what knows the pools. Called by the agent when the library is there.
     *
     * @param newSource lists them, the largest first
     */
    public static void listedBy(Supplier<List<Pool>> newSource) {
        source = newSource;
    }
}
