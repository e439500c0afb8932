package io.nmt.it.programs;

import java.io.IOException;
import sun.misc.Unsafe;

/** Holds 400,000 blocks of 25 bytes, to which malloc and HotSpot add more than they have. */
public final class SmallBlocks {
    private static final int BLOCKS = 400_000;
    private static final int BYTES = 25;

    private SmallBlocks() {}

    /** Waits then for the end of stdin. */
    public static void main(String[] arguments) throws IOException {
        Unsafe unsafe = Memory.UNSAFE;
        for (int i = 0; i < BLOCKS; i++) {
            unsafe.setMemory(unsafe.allocateMemory(BYTES), BYTES, (byte) 1);
        }
        System.out.println("holds");
        System.out.flush();
        while (System.in.read() >= 0) {
            // Until stdin ends.
        }
    }
}
