package io.nmt.core.internal.scopes;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Numbers for the threads of samples: of a thread without a named scope its own number, of one within a scope that of
 * the two. Thread-safe; allocates nothing.
 *
 * <pre>
 *      0 ..  4,095   thread
 *  4,096 ..  8,191   scope, whose thread is not known
 *  8,192 .. 40,959   thread and scope: a slot of the table
 * </pre>
 *
 * Pairs are never forgotten. One that finds no slot has the number of its scope.
 */
public final class ScopedThreads {
    private static final int THREADS = 1 << 12;
    private static final int SCOPE_BITS = 12;
    static final int FIRST_PAIR = THREADS + NamedScopes.MAX_SCOPES;
    static final int PAIR_BITS = 15;
    private static final int PROBES = 8;

    /** One more than the largest number. */
    public static final int MAX = FIRST_PAIR + (1 << PAIR_BITS);

    // The thread in the upper bits, the scope, which is not 0, in the lower ones. 0 is a free slot.
    private static final AtomicIntegerArray PAIRS = new AtomicIntegerArray(1 << PAIR_BITS);

    private ScopedThreads() {}

    /** Initialises this class. */
    static void initialise() {
        scopeId(0);
    }

    static long sizeBytes() {
        return (long) PAIRS.length() * Integer.BYTES;
    }

    /**
     * The number of a thread within a scope. Runs inside hooks.
     *
     * @param threadId below 4,096
     * @param scopeId of {@link NamedScopes}, not that of none
     * @return the number
     */
    public static int number(int threadId, int scopeId) {
        return number(threadId, scopeId, PAIRS);
    }

    /** The same in a table of that many slots. */
    static int number(int threadId, int scopeId, AtomicIntegerArray pairs) {
        int pair = (threadId << SCOPE_BITS) | scopeId;
        int first = (pair * 0x9E3779B9) >>> (Integer.SIZE - PAIR_BITS);
        for (int i = 0; i < PROBES; i++) {
            int slot = (first + i) & ((1 << PAIR_BITS) - 1);
            int found = pairs.get(slot);
            if (found == 0 && pairs.compareAndSet(slot, 0, pair)) {
                return FIRST_PAIR + slot;
            }
            if (pairs.get(slot) == pair) {
                return FIRST_PAIR + slot;
            }
        }
        return THREADS + scopeId;
    }

    /**
     * The thread of a number.
     *
     * @param number from 0
     * @return its own number; 0 if it is not known
     */
    public static int threadId(int number) {
        if (number < THREADS) {
            return number;
        }
        return number < FIRST_PAIR ? 0 : PAIRS.get(number - FIRST_PAIR) >>> SCOPE_BITS;
    }

    /**
     * The scope of a number.
     *
     * @param number from 0
     * @return as in {@link NamedScopes}
     */
    public static int scopeId(int number) {
        if (number < THREADS) {
            return NamedScopes.NONE;
        }
        return number < FIRST_PAIR ? number - THREADS : PAIRS.get(number - FIRST_PAIR) & NamedScopes.MAX_SCOPES - 1;
    }
}
