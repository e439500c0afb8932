package io.nmt.core.internal.scopes;

import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.internal.concurrent.TableBound;
import io.nmt.core.model.ScopeName;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The names of scopes that were opened, as small numbers, and the bytes allocated in each. A number stands for the
 * names of all scopes around a block, of each key the innermost one. Of a key and of a value the first {@value
 * #MOST_CHARACTERS} characters count. Thread-safe.
 *
 * <p>Nothing is forgotten. Beyond the bound, a scope is the one around it, if that has another key; else it is one of
 * {@link #OTHERS}.
 */
public final class NamedScopes {
    /** The number of no scope. */
    public static final int NONE = 0;

    /** The number of scopes beyond the bound. */
    public static final int OTHERS = 1;

    /** One more than the largest number. */
    public static final int MAX_SCOPES = 1 << 12;

    private static final int RESERVED = 2; // numbers
    private static final int MOST_CHARACTERS = 100;
    private static final int MOST_KEYS = 4; // of scopes in one another
    private static final int SHARE_OF_HEAP = 64;
    private static final int BYTES = 1024; // of keys and values that long, with their text, the entry and the number
    private static final TableBound BOUND =
            TableBound.ofHeap("named scopes", SHARE_OF_HEAP, BYTES, MAX_SCOPES - RESERVED);
    private static final LockFreeMap<List<ScopeName>, Integer> IDS = new LockFreeMap<>(BOUND);
    private static final AtomicReferenceArray<List<ScopeName>> NAMES = new AtomicReferenceArray<>(MAX_SCOPES);
    private static final AtomicReferenceArray<String> TEXTS = new AtomicReferenceArray<>(MAX_SCOPES);
    private static final AtomicInteger LAST = new AtomicInteger(RESERVED - 1);
    private static final AtomicLongArray ALLOCATED = new AtomicLongArray(MAX_SCOPES);

    static {
        NAMES.set(NONE, List.of());
        set(OTHERS, List.of(new ScopeName("", "(other scopes)")));
        ScopedThreads.initialise(); // here, where an application opens a scope, rather than in a hook
    }

    private NamedScopes() {}

    /**
     * Finds the number of a scope, and gives it one if it has none yet.
     *
     * @param outer number of the scope around it
     * @param key of its name
     * @param value of its name
     * @return the number
     */
    public static int of(int outer, String key, String value) {
        ScopeName own = new ScopeName(cut(key), cut(value));
        List<ScopeName> around = outer == OTHERS ? List.of() : NAMES.get(outer);
        List<ScopeName> names = new ArrayList<>(around.size() + 1);
        boolean replaces = false;
        for (ScopeName name : around) {
            boolean same = name.key().equals(own.key());
            replaces |= same;
            names.add(same ? own : name);
        }
        if (!replaces) {
            names.add(own);
        }
        int beyond = replaces || around.isEmpty() ? OTHERS : outer;
        if (names.size() > MOST_KEYS) {
            BOUND.refuse();
            return beyond;
        }
        return of(List.copyOf(names), beyond);
    }

    private static int of(List<ScopeName> names, int beyond) {
        Integer known = IDS.get(names);
        if (known != null) {
            return known;
        }
        if (!BOUND.isLeft() || LAST.get() >= MAX_SCOPES - 1) {
            BOUND.refuse();
            return beyond;
        }
        int id = LAST.incrementAndGet();
        if (id >= MAX_SCOPES) {
            LAST.set(MAX_SCOPES - 1);
            BOUND.refuse();
            return beyond;
        }
        set(id, names);
        // If another thread was faster, one number is lost.
        Integer first = IDS.putIfAbsent(names, id);
        return first != null ? first : id;
    }

    private static void set(int id, List<ScopeName> names) {
        NAMES.set(id, names);
        TEXTS.set(id, ScopeName.text(names));
    }

    /**
     * Finds the number of a scope without a key.
     *
     * @param id number of the scope
     * @param key that it may have
     * @return the number without it; {@link #NONE} if nothing is left, or its names are not known
     */
    public static int without(int id, String key) {
        String own = cut(key);
        List<ScopeName> left = new ArrayList<>();
        boolean found = id == OTHERS;
        for (ScopeName name : NAMES.get(id)) {
            boolean same = id == OTHERS || name.key().equals(own);
            found |= same;
            if (!same) {
                left.add(name);
            }
        }
        if (!found) {
            return id;
        }
        return left.isEmpty() ? NONE : of(List.copyOf(left), OTHERS);
    }

    private static String cut(String whole) {
        return whole.length() > MOST_CHARACTERS ? whole.substring(0, MOST_CHARACTERS) : whole;
    }

    /**
     * Names a scope.
     *
     * @param id its number
     * @return of each key one, the outermost first; none for {@link #NONE}
     */
    public static List<ScopeName> names(int id) {
        return NAMES.get(id);
    }

    /**
     * Names a scope in one text. Allocates nothing.
     *
     * @param id its number
     * @return for example {@code tenant=acme, request=42}; null for {@link #NONE}
     */
    public static String text(int id) {
        return TEXTS.get(id);
    }

    /**
     * Notes a sample. Runs inside hooks.
     *
     * @param id the scope's number
     * @param bytes that the sample stands for
     */
    public static void allocated(int id, long bytes) {
        ALLOCATED.addAndGet(id, bytes);
    }

    /**
     * The bytes allocated in a scope.
     *
     * @param id its number
     * @return bytes, those that were freed included: an estimate from samples
     */
    public static long allocatedBytes(int id) {
        return ALLOCATED.get(id);
    }

    /**
     * The memory that this takes.
     *
     * @return bytes of Java heap, as of objects with compressed references
     */
    public static long sizeBytes() {
        return MAX_SCOPES * (2L * Integer.BYTES + Long.BYTES) + BOUND.entries() * BYTES + ScopedThreads.sizeBytes();
    }

    /**
     * The numbers that may be in use.
     *
     * @return one more than the largest
     */
    public static int end() {
        return Math.min(MAX_SCOPES, LAST.get() + 1);
    }
}
