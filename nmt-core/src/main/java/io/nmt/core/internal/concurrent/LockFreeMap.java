package io.nmt.core.internal.concurrent;

import java.util.function.BiConsumer;

/**
 * A map for hooks, for thousands of entries rather than millions.
 *
 * <p>Thread-safe and lock-free. An error in a call (a full heap, the end of a stack) leaves the map as it was before,
 * or as it is after the call. {@code ConcurrentHashMap} does not promise that: it locks bins, and an error while it
 * grows is final.
 *
 * @param <K> keys, equal by {@code equals}; one that says it is {@link Collectable#isGone gone} is dropped some time
 * @param <V> values, not null
 */
public final class LockFreeMap<K, V> {
    /*
     * An array of immutable chains. To change a chain is to put another one in its place, by one CAS. The array does
     * not grow: with very many entries, chains become long, and their changes slow. Its memory comes with the entries:
     * many maps of most programs stay empty.
     *
     * A map with a bound counts its entries. Those that are gone would fill it where no key comes near them, so each
     * entry that comes looks at the next few chains, too.
     */
    private static final int ENTRIES_OF_CHAIN = 4;
    private static final int FEWEST_BITS = 6;
    private static final int MOST_BITS = 16;
    private static final int SWEPT_CHAINS = 4;

    private final SparseReferences<Node<K, V>> chains;
    private final int mask;
    private final TableBound bound; // null for none
    private int hand; // racy: a chain may be swept twice, or a round later

    /**
     * An empty map.
     *
     * @param bits two to the power of it is the number of chains
     */
    public LockFreeMap(int bits) {
        this(bits, null);
    }

    /**
     * An empty map with a bound, whose chains stay short up to it.
     *
     * @param bound of its entries; what comes beyond is refused by {@link #put} and counted there
     */
    public LockFreeMap(TableBound bound) {
        this(bits(bound.most() / ENTRIES_OF_CHAIN), bound);
    }

    private LockFreeMap(int bits, TableBound bound) {
        this.chains = new SparseReferences<>(1 << bits);
        this.mask = (1 << bits) - 1;
        this.bound = bound;
    }

    private static int bits(long chains) {
        return Math.min(MOST_BITS, Math.max(FEWEST_BITS, Long.SIZE - Long.numberOfLeadingZeros(chains)));
    }

    /** A key whose entry is of no use any more after some time. */
    public interface Collectable {
        /**
         * True if the entry can be dropped.
         *
         * @return true from some time on
         */
        boolean isGone();
    }

    private static final class Node<K, V> {
        final K key;
        final V value;
        final Node<K, V> next;

        Node(K key, V value, Node<K, V> next) {
            this.key = key;
            this.value = value;
            this.next = next;
        }
    }

    private int chain(int hash) {
        // The upper half of a product with Knuth's golden ratio: addresses differ in the middle of their bits.
        return (hash * 0x9E3779B9) >>> 12 & mask;
    }

    /**
     * Looks a key up.
     *
     * @param key to be found
     * @return its value, or null
     */
    public V get(K key) {
        return find(first(chain(key.hashCode())), key);
    }

    /**
     * Looks an object up by its identity, without a key that would have to be made for it.
     *
     * @param map with such keys
     * @param object that one of them may stand for
     * @return the value, or null
     * @param <V> values
     */
    public static <V> V ofObject(LockFreeMap<IdentityKey, V> map, Object object) {
        int chain = map.chain(System.identityHashCode(object));
        for (Node<IdentityKey, V> node = map.first(chain); node != null; node = node.next) {
            if (node.key.refersTo(object)) {
                return node.value;
            }
        }
        return null;
    }

    private static <K, V> V find(Node<K, V> first, K key) {
        for (Node<K, V> node = first; node != null; node = node.next) {
            if (node.key.equals(key)) {
                return node.value;
            }
        }
        return null;
    }

    /**
     * Puts an entry in, in place of the one of that key. A map that has reached its bound refuses a new key.
     *
     * @param key of the entry
     * @param value of the entry
     * @return the value that it had before, or null
     */
    public V put(K key, V value) {
        int chain = chain(key.hashCode());
        if (bound != null) {
            sweep();
        }
        while (true) {
            Node<K, V> now = first(chain);
            V known = find(now, key);
            if (known == null && bound != null && !bound.isLeft()) {
                bound.refuse();
                return null;
            }
            if (change(chain, now, new Node<>(key, value, without(now, key)))) {
                return known;
            }
        }
    }

    private Node<K, V> first(int chain) {
        return chains.get(chain);
    }

    private boolean change(int chain, Node<K, V> before, Node<K, V> after) {
        if (!chains.compareAndSet(chain, before, after)) {
            return false;
        }
        if (bound != null) {
            bound.add(length(after) - length(before));
        }
        return true;
    }

    private static <K, V> long length(Node<K, V> first) {
        long length = 0;
        for (Node<K, V> node = first; node != null; node = node.next) {
            length++;
        }
        return length;
    }

    private void sweep() {
        int first = hand;
        hand = first + SWEPT_CHAINS;
        for (int i = first; i < first + SWEPT_CHAINS; i++) {
            Node<K, V> now = first(i & mask);
            Node<K, V> kept = without(now, null);
            if (kept != now) {
                change(i & mask, now, kept); // else another thread has changed it
            }
        }
    }

    /**
     * Puts an entry in, unless there is one of that key. A map that has reached its bound refuses a new key.
     *
     * @param key of the entry
     * @param value of the entry
     * @return the value that is there already, or null
     */
    public V putIfAbsent(K key, V value) {
        int chain = chain(key.hashCode());
        if (bound != null) {
            sweep();
        }
        while (true) {
            Node<K, V> now = first(chain);
            V known = find(now, key);
            if (known == null && bound != null && !bound.isLeft()) {
                bound.refuse();
                return null;
            }
            if (known != null || change(chain, now, new Node<>(key, value, now))) {
                return known;
            }
        }
    }

    /**
     * Removes an entry.
     *
     * @param key of the entry
     * @return its value, or null if there is none
     */
    public V remove(K key) {
        int chain = chain(key.hashCode());
        while (true) {
            Node<K, V> now = first(chain);
            V known = find(now, key);
            if (known == null || change(chain, now, without(now, key))) {
                return known;
            }
        }
    }

    /** The chain without a key, if that is not null, and without those that are gone. In no order. */
    private static <K, V> Node<K, V> without(Node<K, V> first, K key) {
        boolean same = true;
        for (Node<K, V> node = first; node != null && same; node = node.next) {
            same = isKept(node, key);
        }
        if (same) {
            return first;
        }
        Node<K, V> kept = null;
        for (Node<K, V> node = first; node != null; node = node.next) {
            if (isKept(node, key)) {
                kept = new Node<>(node.key, node.value, kept);
            }
        }
        return kept;
    }

    private static <K, V> boolean isKept(Node<K, V> node, K key) {
        return !node.key.equals(key) && !(node.key instanceof Collectable collectable && collectable.isGone());
    }

    /**
     * Shows all entries. One that is there throughout is shown exactly once.
     *
     * @param visitor is shown each key and its value
     */
    public void forEach(BiConsumer<? super K, ? super V> visitor) {
        for (int chain = 0; chain <= mask; chain++) {
            for (Node<K, V> node = first(chain); node != null; node = node.next) {
                visitor.accept(node.key, node.value);
            }
        }
    }

    /**
     * Counts the entries.
     *
     * @return how many there are
     */
    public int size() {
        int size = 0;
        for (int chain = 0; chain <= mask; chain++) {
            for (Node<K, V> node = first(chain); node != null; node = node.next) {
                size++;
            }
        }
        return size;
    }
}
