package io.nmt.it.programs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps arrays that the last collection of the heap has not seen: 40 MB after garbage for a young collection, and, when
 * it is told to go on, 80 MB after a full one. Ends when it is told to finish.
 */
public final class KeptYoung {
    private static final int BYTES = 50_000;
    private static final int GARBAGE = 150_000_000 / BYTES;
    private static final int FIRST = 40_000_000 / BYTES;
    private static final int MORE = 80_000_000 / BYTES;

    private static final List<byte[]> KEPT = new ArrayList<>();
    private static byte[] last;

    private KeptYoung() {}

    public static void main(String[] arguments) throws IOException {
        for (int i = 0; i < GARBAGE; i++) {
            last = new byte[BYTES];
        }
        keep(FIRST);
        Talk.say("kept " + KEPT.size() + " of " + last.length);
        Talk.await("more");
        System.gc();
        keep(MORE);
        Talk.say("kept more");
        Talk.await("finish");
    }

    private static void keep(int arrays) {
        for (int i = 0; i < arrays; i++) {
            KEPT.add(new byte[BYTES]);
        }
    }
}
