package io.nmt.core.internal.blocks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A set of addresses of blocks that native code may free. It may also claim to have other addresses. Nothing is
 * removed. Wait-free.
 */
final class GivenAddresses {
    private static final int WORDS = 1024; // 8 KiB, 65,536 bits
    private static final VarHandle BITS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final long HASH = 0x9E3779B97F4A7C15L;
    private static final int BIT_BITS = 6;

    private final long[] bits = new long[WORDS];

    void add(long address) {
        long hash = hash(address);
        int word = word(hash);
        if ((bits[word] & 1L << hash) == 0) {
            BITS.getAndBitwiseOr(bits, word, 1L << hash);
        }
    }

    boolean mayContain(long address) {
        long hash = hash(address);
        return (bits[word(hash)] & 1L << hash) != 0;
    }

    private static long hash(long address) {
        long product = address * HASH;
        return ((product ^ (product >>> Integer.SIZE)) * HASH) >>> Integer.SIZE;
    }

    private static int word(long hash) {
        return (int) (hash >>> BIT_BITS) & (WORDS - 1);
    }
}
