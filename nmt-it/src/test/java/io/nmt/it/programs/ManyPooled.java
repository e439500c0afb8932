package io.nmt.it.programs;

import io.nmt.core.internal.concurrent.TableBound;
import io.nmt.it.programs.jetty.io.ArrayByteBufferPool;
import io.nmt.it.programs.netty.buffer.PoolChunk;
import java.util.ArrayList;
import java.util.List;

/** Gives the tables of pools twice the keys that they take in a heap of 64 MB, by the hooks, and holds these. */
public final class ManyPooled {
    public static final int CHUNKS = 66_000;
    public static final int BUFFERS = 24_000;

    private static final int BUFFER_BYTES = 8 << 20; // so that nearly each is sampled
    private static final int APPLICATION_BYTES = 8 << 20;

    private ManyPooled() {}

    public static void main(String[] arguments) {
        List<Object> held = new ArrayList<>();
        for (int i = 0; i < CHUNKS; i++) {
            held.add(new PoolChunk());
        }
        ArrayByteBufferPool pool = new ArrayByteBufferPool(BUFFER_BYTES);
        for (int i = 0; i < BUFFERS; i++) {
            held.add(pool.acquire(BUFFER_BYTES, true));
        }
        for (TableBound bound : TableBound.exceeded()) {
            Talk.say("table " + bound.table() + ": " + bound.most() + " " + (bound.entries() <= bound.most()));
        }
        Talk.say("held " + held.size() + ", and " + new byte[APPLICATION_BYTES].length);
    }
}
