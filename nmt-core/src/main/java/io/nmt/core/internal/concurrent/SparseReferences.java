package io.nmt.core.internal.concurrent;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * An array of references, as {@link AtomicReferenceArray}, whose memory comes in pieces, at the first reference into
 * each: most tables of most programs stay almost empty.
 *
 * <p>Thread-safe and lock-free. An error in a call leaves the array as it was.
 *
 * @param <V> what is referred to
 */
public final class SparseReferences<V> {
    private static final int PIECE_BITS = 7;
    private static final int PIECE = 1 << PIECE_BITS; // 512 B

    private final AtomicReferenceArray<AtomicReferenceArray<V>> pieces;

    /**
     * An array without references.
     *
     * @param length from 1
     */
    public SparseReferences(int length) {
        pieces = new AtomicReferenceArray<>((length + PIECE - 1) >>> PIECE_BITS);
    }

    private static int within(int index) {
        return index & (PIECE - 1);
    }

    private AtomicReferenceArray<V> piece(int index) {
        AtomicReferenceArray<V> piece = pieces.get(index >>> PIECE_BITS);
        if (piece == null) {
            pieces.compareAndSet(index >>> PIECE_BITS, null, new AtomicReferenceArray<>(PIECE));
            piece = pieces.get(index >>> PIECE_BITS);
        }
        return piece;
    }

    /**
     * Reads a reference.
     *
     * @param index of it
     * @return the reference, or null
     */
    public V get(int index) {
        AtomicReferenceArray<V> piece = pieces.get(index >>> PIECE_BITS);
        return piece == null ? null : piece.get(within(index));
    }

    /**
     * Sets a reference.
     *
     * @param index of it
     * @param value the new one, or null
     */
    public void set(int index, V value) {
        piece(index).set(within(index), value);
    }

    /**
     * Sets a reference, and returns the one before.
     *
     * @param index of it
     * @param value the new one, or null
     * @return the old one, or null
     */
    public V getAndSet(int index, V value) {
        return piece(index).getAndSet(within(index), value);
    }

    /**
     * Sets a reference if it is the expected one.
     *
     * @param index of it
     * @param expected the old one, or null
     * @param value the new one, or null
     * @return whether it was set
     */
    public boolean compareAndSet(int index, V expected, V value) {
        return piece(index).compareAndSet(within(index), expected, value);
    }
}
