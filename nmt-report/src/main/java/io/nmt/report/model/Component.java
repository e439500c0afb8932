package io.nmt.report.model;

import io.nmt.core.model.Category;

/**
 * The kinds of lines of resident memory. The names of those that are no categories of native memory tracking are in
 * reports and in the event {@code nmt.ResidentMemory}.
 */
public enum Component {
    /** Java objects, without the tables of native memory tracking. */
    JAVA_HEAP("Java Heap"),
    /** Its young generation, where that has its own place. */
    JAVA_HEAP_YOUNG("Java Heap, young"),
    /** Its old generation, where that has its own place. */
    JAVA_HEAP_OLD("Java Heap, old"),
    /** Pages of the heap that the system counts once more, since ZGC sees them at several addresses: no memory. */
    JAVA_HEAP_AGAIN("Java Heap, counted again"),
    /** The tables of native memory tracking, which are in the Java heap. */
    TRACKING("Native Memory Tracking"),
    /** Class metadata that is not in the class space. */
    METASPACE("Metaspace"),
    /** Class metadata that compressed class pointers reach. */
    CLASS_SPACE("Compressed Class Space"),
    /** Compiled code and the interpreter's. */
    CODE_CACHE("Code Cache"),
    /** The stacks of all threads, also the JVM's own. */
    THREAD_STACKS("Thread Stacks"),
    /** Card tables and mark bits: where the garbage collector keeps its books, as far as the JVM tells their place. */
    GC("Garbage Collector"),
    /** The JVM's own memory from malloc: symbols, compilers, the collector, class loading. */
    JVM_MALLOC("JVM malloc"),
    /**
     * Bytes that malloc adds to the blocks of {@link #JVM_MALLOC}: headers, rounding. Only where HotSpot's tracking
     * counts them.
     */
    JVM_ROUNDING("JVM malloc, rounding"),
    /** Other mappings of the JVM. */
    JVM_MAPPINGS("JVM mappings"),
    /** Class data sharing. */
    CDS("CDS Archive"),
    /** Text and data of the executable and of shared libraries. */
    LIBRARIES("Shared Libraries"),
    /** Files that were not mapped by tracked Java code: by native libraries, mostly. */
    OTHER_FILES("Other Mapped Files"),
    /** Memory from malloc of neither the JVM nor tracked Java code: native libraries, mostly. */
    NATIVE_LIBRARIES("Native Libraries malloc"),
    /** Memory that Java code allocated by Unsafe before tracking began. */
    BEFORE_TRACKING("Unsafe, before tracking"),
    /** Bytes that malloc adds to tracked blocks: headers, rounding. */
    MALLOC_OVERHEAD("malloc overhead"),
    /** Memory that malloc keeps after free. */
    MALLOC_FREE("malloc retained"),
    /** Memory that is unknown. */
    UNACCOUNTED("Unaccounted"),
    /** Files that Java code or native libraries have mapped, seen from outside a process. */
    MAPPED_FILES("Mapped Files"),
    /** Memory of Unsafe as HotSpot counts it, seen from outside a process. */
    UNSAFE_BY_HOTSPOT("Unsafe, by HotSpot's count"),
    /** Memory of Java code, of native libraries and of the JVM, not told apart from outside a process. */
    OTHER_ANONYMOUS("malloc and other anonymous memory"),
    /** A category of native memory tracking: the line has its name. */
    CATEGORY("Category");

    /** The name of the sum of all lines. */
    public static final String RSS = "RSS";

    private static final String EARLIER_MALLOC_FREE = "malloc, free but kept";

    private static final String CATEGORY_NAMED = "Category ";

    private static final String PART_OF_JVM_MALLOC = "JVM malloc, ";

    private final String label;

    Component(String label) {
        this.label = label;
    }

    /**
     * The name in reports and events.
     *
     * @return for example {@code Java Heap}
     */
    public String label() {
        return label;
    }

    /**
     * True if it is a part of the Java heap.
     *
     * @return true also for what the system counts once more
     */
    public boolean isHeap() {
        return this == JAVA_HEAP || this == JAVA_HEAP_YOUNG || this == JAVA_HEAP_OLD || this == JAVA_HEAP_AGAIN;
    }

    /**
     * The kind of a line with that name.
     *
     * @param label the name of a line
     * @return the kind of that name; {@link #CATEGORY} if there is none
     */
    public static Component named(String label) {
        for (Component component : values()) {
            if (component.label.equals(label)) {
                return component;
            }
        }
        // Such as "JVM malloc, Tracing", by HotSpot's own tracking.
        return label.startsWith(PART_OF_JVM_MALLOC) ? JVM_MALLOC : CATEGORY;
    }

    /**
     * The name today of a line of a recording or a saved report.
     *
     * @param label the name that it was written with
     * @return the same, unless the line had another name then
     */
    public static String nowNamed(String label) {
        return EARLIER_MALLOC_FREE.equals(label) ? MALLOC_FREE.label : label;
    }

    /**
     * The name of a category's line.
     *
     * @param category any
     * @return its own name, unless an application has chosen that of another line
     */
    public static String lineOf(Category category) {
        String name = category.name();
        if (name.equals(RSS)) {
            return CATEGORY_NAMED.concat(name);
        }
        for (Component component : values()) {
            if (component.label.equals(name)) {
                return CATEGORY_NAMED.concat(name);
            }
        }
        return name;
    }
}
