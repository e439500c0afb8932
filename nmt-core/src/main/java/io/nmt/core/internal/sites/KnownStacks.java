package io.nmt.core.internal.sites;

import io.nmt.core.internal.concurrent.SparseReferences;

/**
 * Results that were read from stacks, by the hash of the backtrace, so that a stack met before needs no frames. Keeps
 * the last {@value #PLACES} at most; a value must keep no class loader alive.
 *
 * <p>Thread-safe and lock-free. An error in a call leaves the table as it was.
 *
 * @param <V> what is read from a stack, not null
 */
public final class KnownStacks<V> {
    static final int PLACES = 1 << 12;
    static final int ENTRY_BYTES = 24;

    private final SparseReferences<Entry<V>> entries = new SparseReferences<>(PLACES);

    /** Makes an empty table. */
    public KnownStacks() {}

    private static final class Entry<V> {
        final long hash;
        final V value;

        Entry(long hash, V value) {
            this.hash = hash;
            this.value = value;
        }
    }

    /**
     * Hashes a whole stack.
     *
     * @param stack of {@link Samples#takeStack}
     * @param more what the result depends on besides the stack
     * @return for {@link #get} and {@link #put}
     */
    public static long hash(Throwable stack, int more) {
        long hash = Backtrace.hash(stack, Integer.MAX_VALUE);
        return hash == Backtrace.UNKNOWN ? Backtrace.UNKNOWN : hash ^ (long) more << Integer.SIZE;
    }

    /**
     * Looks a stack up.
     *
     * @param hash of the stack
     * @return null if it is not known
     */
    public V get(long hash) {
        Entry<V> found = entries.get(place(hash));
        return found != null && found.hash == hash && hash != Backtrace.UNKNOWN ? found.value : null;
    }

    /**
     * Keeps a result, in the place of another one if need be.
     *
     * @param hash of the stack
     * @param value that was read from it
     * @return whether that takes more memory
     */
    public boolean put(long hash, V value) {
        if (hash == Backtrace.UNKNOWN) {
            return false; // this JVM notes stacks in another way
        }
        return entries.getAndSet(place(hash), new Entry<>(hash, value)) == null;
    }

    private static int place(long hash) {
        return (int) hash & (PLACES - 1);
    }
}
