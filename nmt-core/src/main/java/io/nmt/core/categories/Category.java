package io.nmt.core.categories;

import java.util.List;
import java.util.Objects;

/**
 * What a block of native memory is used for. Every tracked block is in exactly one category.
 *
 * <p>The constants are the categories that the agent tells apart. An application adds its own with {@link #of}. A
 * category is never removed, and there is one object per name, so categories may be compared with {@code ==}.
 * Thread-safe and immutable.
 */
public final class Category {
    /**
     * How many categories there can be, the built-in ones included: the id has to fit in a byte of a block's record.
     */
    public static final int MAX_CATEGORIES = 255;

    // The order is the order of the ids, and of the rows in a report. Id 0 belongs to no category: see CategoryTable.

    /** Memory of {@code ByteBuffer.allocateDirect}. */
    public static final Category DIRECT_BUFFER = builtIn("Direct Buffer");

    /** Buffers that {@code sun.nio.ch.Util} caches per thread for I/O with heap buffers. */
    public static final Category NIO_TEMPORARY_BUFFER = builtIn("NIO Temporary Buffer");

    /** Memory that the JDK's channels, selectors and file systems take for themselves. */
    public static final Category NIO_INTERNAL = builtIn("NIO Internal");

    /** {@code sun.misc.Unsafe}, and {@code jdk.internal.misc.Unsafe} called from outside the JDK. */
    public static final Category UNSAFE = builtIn("Unsafe");

    /** Native memory segments, that is {@code Arena.allocate} and its like. */
    public static final Category FOREIGN_MEMORY = builtIn("Foreign Memory");

    /** C library allocations called through the {@code Linker}. */
    public static final Category FOREIGN_MALLOC = builtIn("Foreign Malloc");

    /** Files mapped into memory. */
    public static final Category MAPPED_FILE = builtIn("Mapped File");

    /** {@code Inflater} and {@code Deflater}: bytes are an estimate, within 15 % of what zlib allocates. */
    public static final Category ZIP = builtIn("Zip");

    /** {@code com.sun.jna.Native.malloc}. */
    public static final Category JNA = builtIn("JNA");

    /** Native memory that the tracker takes for itself. */
    public static final Category NATIVE_MEMORY_TRACKING = builtIn("Native Memory Tracking");

    /** JDK callers that no other category names. */
    public static final Category OTHER = builtIn("Other");

    private final String name;
    private final int id;

    Category(String name, int id) {
        this.name = name;
        this.id = id;
    }

    private static Category builtIn(String name) {
        return CategoryTable.register(name);
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
        Category category = CategoryTable.register(name);
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
        return CategoryTable.withId(id);
    }

    /**
     * All categories registered so far, in the order of their ids.
     *
     * @return an immutable list
     */
    public static List<Category> all() {
        return CategoryTable.all();
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

    @Override
    public String toString() {
        return name;
    }
}
