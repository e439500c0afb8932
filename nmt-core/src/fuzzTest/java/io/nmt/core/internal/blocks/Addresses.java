package io.nmt.core.internal.blocks;

import java.util.Random;

/** Addresses of all kinds, for tests that want to see the table suffer. */
final class Addresses {
    /** The number of addresses of a kind. */
    static final int OF_A_KIND = 256;

    private static final int COMMON_BITS = 12;

    private Addresses() {}

    /** As malloc gives them out: one after the other. */
    static long[] aligned() {
        return progression(0x7f3a_5c00_0010L, 16);
    }

    /** As no allocator gives them out, and the smallest of all. */
    static long[] unaligned() {
        return progression(1, 1);
    }

    /** Far apart: they differ in the upper half only, and are negative from the 128th on. */
    static long[] highBits() {
        return progression(1L << 56, 1L << 56, 1);
    }

    private static long[] progression(long first, long step) {
        return progression(first, step, 0);
    }

    private static long[] progression(long first, long step, long plus) {
        long[] addresses = new long[OF_A_KIND];
        for (int i = 0; i < OF_A_KIND; i++) {
            addresses[i] = first + i * step + plus;
        }
        return addresses;
    }

    /**
     * Addresses that share both of their windows in every level of up to 4096 windows: there is room for 16 of them in
     * each. Made by running the table's own hash backwards.
     */
    static long[] colliding() {
        long multiplier1 = multiplier("HASH_1");
        long multiplier2 = multiplier("HASH_2");
        long inverse1 = inverse(multiplier1);
        long bits1 = 0x5A5L << (64 - COMMON_BITS);
        long bits2 = 0xC3C;
        Random random = new Random(1);
        long[] addresses = new long[OF_A_KIND];
        for (int i = 0; i < OF_A_KIND; ) {
            long address = inverse1 * folded(inverse1 * (bits1 | random.nextLong() >>> COMMON_BITS));
            if ((folded(address * multiplier2) * multiplier2) >>> (64 - COMMON_BITS) == bits2) {
                addresses[i++] = address;
            }
        }
        return addresses;
    }

    /** Its own inverse. */
    private static long folded(long product) {
        return product ^ (product >>> 32);
    }

    private static long multiplier(String name) {
        try {
            var field = Level.class.getDeclaredField(name);
            field.setAccessible(true);
            return field.getLong(null);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("The table's hash is another one: these addresses do not collide any more", e);
        }
    }

    /**
     * The number whose product with an odd one is 1, modulo 2^64: each of Newton's steps doubles the bits that are
     * right.
     */
    private static long inverse(long odd) {
        long inverse = odd;
        for (int bits = 3; bits < 64; bits *= 2) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }
}
