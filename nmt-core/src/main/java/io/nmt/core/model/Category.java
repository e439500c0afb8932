package io.nmt.core.model;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A use of native memory. Every tracked block is in exactly one category.
 *
 * <p>The constants are the categories that the agent tells apart. An application adds its own with {@link #of}. A
 * category is never removed, and there is one object per name, so categories may be compared with {@code ==}.
 * Thread-safe and immutable.
 */
public final class Category {
    /** The most categories, the built-in ones included: the id has to fit in a byte of a block's record. */
    public static final int MAX_CATEGORIES = 255;

    // What is known of a category's blocks. Of an application's own, only what they may be.
    private static final int GIVES_WAY = 1;
    private static final int MALLOCED = 1 << 1;
    private static final int BY_UNSAFE = 1 << 2;
    private static final int DIRECT = 1 << 3;

    // The order is the order of the ids, and of the rows in a report. Id 0 belongs to no category: see Table.

    /** Memory of {@code ByteBuffer.allocateDirect}. */
    public static final Category DIRECT_BUFFER = builtIn("Direct Buffer", GIVES_WAY | MALLOCED | BY_UNSAFE | DIRECT);

    /** Buffers that {@code sun.nio.ch.Util} caches per thread for I/O with heap buffers. */
    public static final Category NIO_TEMPORARY_BUFFER = builtIn("NIO Temporary Buffer", MALLOCED | BY_UNSAFE | DIRECT);

    /** Memory that the JDK's channels, selectors and file systems take for themselves. */
    public static final Category NIO_INTERNAL = builtIn("NIO Internal", MALLOCED | BY_UNSAFE);

    /** {@code sun.misc.Unsafe}, and {@code jdk.internal.misc.Unsafe} called from outside the JDK. */
    public static final Category UNSAFE = builtIn("Unsafe", GIVES_WAY | MALLOCED | BY_UNSAFE);

    /** Native memory segments, that is {@code Arena.allocate} and its like. */
    public static final Category FOREIGN_MEMORY = builtIn("Foreign Memory", GIVES_WAY | MALLOCED | BY_UNSAFE | DIRECT);

    /** C library allocations called through the {@code Linker}. */
    public static final Category FOREIGN_MALLOC = builtIn("Foreign Malloc", GIVES_WAY | MALLOCED);

    /** Files mapped into memory. */
    public static final Category MAPPED_FILE = builtIn("Mapped File", 0);

    /** {@code Inflater} and {@code Deflater}: bytes are an estimate, within 15 % of what zlib allocates. */
    public static final Category ZIP = builtIn("Zip", BY_UNSAFE);

    /** {@code com.sun.jna.Native.malloc}. */
    public static final Category JNA = builtIn("JNA", GIVES_WAY | MALLOCED);

    /** Native memory that the tracker takes for itself. */
    public static final Category NATIVE_MEMORY_TRACKING = builtIn("Native Memory Tracking", BY_UNSAFE);

    /** JDK callers that no other category names. */
    public static final Category OTHER = builtIn("Other", MALLOCED | BY_UNSAFE);

    private static final long GIVING_WAY = idsOfThoseThatGiveWay();

    private final String name;
    private final int id;
    private final int facts;

    private Category(String name, int id, int facts) {
        this.name = name;
        this.id = id;
        this.facts = facts;
    }

    private static Category builtIn(String name, int facts) {
        return Table.register(name, facts);
    }

    private static long idsOfThoseThatGiveWay() {
        long ids = 0;
        for (Category category : all()) {
            ids |= category.has(GIVES_WAY) ? 1L << category.id : 0;
        }
        return ids;
    }

    /**
     * The category of that name, which is registered at the first call.
     *
     * @param name as it is to stand in reports and events; not blank
     * @return the category, or {@link #OTHER} when {@link #MAX_CATEGORIES} are registered already
     * @throws IllegalArgumentException if the name is blank
     */
    public static Category of(String name) {
        if (Objects.requireNonNull(name, "name").isBlank()) {
            throw new IllegalArgumentException("A category needs a name");
        }
        Category category = Table.register(name, BY_UNSAFE | DIRECT);
        return category != null ? category : OTHER;
    }

    /**
     * The category of that id.
     *
     * @param id what {@link #id} gave
     * @return the category
     * @throws IndexOutOfBoundsException if no category has that id
     */
    public static Category withId(int id) {
        return Table.withId(id);
    }

    /**
     * The category of that name, if there is one.
     *
     * @param name any
     * @return the category; null if none of that name is registered
     */
    public static Category find(String name) {
        return Table.find(name);
    }

    /**
     * All categories registered so far, in the order of their ids.
     *
     * @return an immutable list
     */
    public static List<Category> all() {
        return Table.all();
    }

    /**
     * The name as it stands in reports and events.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * The number that stands for this category in a block's record.
     *
     * @return from 1 to {@link #MAX_CATEGORIES}
     */
    public int id() {
        return id;
    }

    /**
     * True if a scope or a rule may put a block of that category in another one. Runs inside hooks.
     *
     * @param id of the category
     * @return true for what an application asks for; false for what the JDK takes for itself
     */
    public static boolean givesWay(int id) {
        return id < Long.SIZE && (GIVING_WAY >>> id & 1) != 0;
    }

    /**
     * True if all its blocks are from malloc, of exactly known size.
     *
     * @return false also for an application's own categories, which may have mappings in them
     */
    public boolean isMalloced() {
        return has(MALLOCED);
    }

    /**
     * True if the JVM allocates its blocks ({@code Unsafe}), so that HotSpot's tracking counts them as {@code Other}.
     *
     * @return true also for an application's own categories, where it may be so
     */
    public boolean isByUnsafe() {
        return has(BY_UNSAFE);
    }

    /**
     * True if the JVM may count its blocks towards the limit of direct memory.
     *
     * @return true also for an application's own categories
     */
    public boolean mayBeDirect() {
        return has(DIRECT);
    }

    private boolean has(int fact) {
        return (facts & fact) != 0;
    }

    @Override
    public String toString() {
        return name;
    }

    /** The categories by id. Id 0 is left free: it marks the tracker's own probe blocks, which no total contains. */
    private static final class Table {
        private static volatile Category[] byId = {null};

        private Table() {}

        /** Returns the category of that name, or null if it is new and there is no id left. */
        static synchronized Category register(String name, int facts) {
            Category same = find(name);
            if (same != null) {
                return same;
            }
            Category[] known = byId;
            if (known.length > MAX_CATEGORIES) {
                return null;
            }
            Category category = new Category(name, known.length, facts);
            Category[] more = Arrays.copyOf(known, known.length + 1);
            more[known.length] = category;
            byId = more;
            return category;
        }

        /** Returns the category of that name, or null. */
        static Category find(String name) {
            for (Category category : byId) {
                if (category != null && category.name().equals(name)) {
                    return category;
                }
            }
            return null;
        }

        static Category withId(int id) {
            Category[] known = byId;
            if (id < 1 || id >= known.length) {
                throw new IndexOutOfBoundsException(id);
            }
            return known[id];
        }

        static List<Category> all() {
            Category[] known = byId;
            return List.of(Arrays.copyOfRange(known, 1, known.length));
        }
    }
}
