package io.nmt.core.internal.concurrent;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * A table of classes by their names, up to a bound. Entries are numbered and never leave. Thread-safe.
 *
 * @param <V> what is known of the classes of one name
 */
public final class NamedTable<V extends NamedTable.Named> {
    /*
     * Keyed by name, so that two loaders' classes of one name are one (an application that was deployed again), and
     * that no class and no loader is referred to. A program may make classes without end: subclasses, proxies, mocks.
     * So nothing is kept of a class that comes beyond the bound.
     *
     * An open hash table that only ever gets entries, a quarter full at the most: a class is found without an object
     * that would have to be made or kept for it, and one that is not in the table after a few steps.
     */
    private static final int MOST_CLASSES = 1024;
    private static final int FEWEST_CLASSES = 64;
    private static final int SHARE_OF_HEAP = 64;
    private static final int BYTES_PER_CLASS = 512;
    private static final int SLOTS_PER_CLASS = 4;

    /** The most classes that are told apart by name. */
    public static final int MOST_NAMED = (int) Math.max(
            FEWEST_CLASSES, Math.min(MOST_CLASSES, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP / BYTES_PER_CLASS));

    private static final int SLOT_BITS = Integer.SIZE - Integer.numberOfLeadingZeros(MOST_NAMED * SLOTS_PER_CLASS - 1);
    private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;

    private final AtomicReferenceArray<V> byName = new AtomicReferenceArray<>(1 << SLOT_BITS);
    private final AtomicReferenceArray<V> byId = new AtomicReferenceArray<>(MOST_NAMED);
    private final AtomicInteger count = new AtomicInteger();

    /** An empty table. */
    public NamedTable() {}

    /** An entry: the classes of one name. */
    public interface Named {
        /**
         * The name of the classes.
         *
         * @return with dots
         */
        String name();
    }

    private static int slot(String name) {
        return (name.hashCode() * 0x9E3779B9) >>> (Integer.SIZE - SLOT_BITS);
    }

    /**
     * Looks a name up. The JVM interns the names of classes: mostly the first comparison tells.
     *
     * @param name of a class
     * @return null if it is not in the table
     */
    @SuppressWarnings("ReferenceEquality") // likewise
    public V find(String name) {
        for (int slot = slot(name); ; slot++) {
            V known = byName.get(slot & SLOT_MASK);
            if (known == null || known.name() == name || known.name().equals(name)) {
                return known;
            }
        }
    }

    /**
     * Takes a number for a new entry.
     *
     * @return below {@link #MOST_NAMED}; that itself if the table is full
     */
    public int newId() {
        int id = count.get();
        while (id < MOST_NAMED && !count.compareAndSet(id, id + 1)) {
            id = count.get();
        }
        return id;
    }

    /**
     * Puts an entry in, unless there is one of that name.
     *
     * @param id by {@link #newId}
     * @param added the entry
     * @return the entry that is there now: if another thread was faster, a number is lost
     */
    public V add(int id, V added) {
        byId.set(id, added);
        for (int slot = slot(added.name()); ; slot++) {
            V other = byName.compareAndExchange(slot & SLOT_MASK, null, added);
            if (other == null) {
                return added;
            }
            if (other.name().equals(added.name())) {
                return other;
            }
        }
    }

    /**
     * Looks a number up.
     *
     * @param id of an entry
     * @return null beyond the bound
     */
    public V withId(int id) {
        return id < MOST_NAMED ? byId.get(id) : null;
    }

    /**
     * Shows all entries.
     *
     * @param visitor called on this thread
     */
    public void forEach(Consumer<? super V> visitor) {
        for (int slot = 0; slot < byName.length(); slot++) {
            V known = byName.get(slot);
            if (known != null) {
                visitor.accept(known);
            }
        }
    }
}
