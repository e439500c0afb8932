package io.nmt.core.sites;

import java.util.List;

/**
 * Classes that hand the JDK's memory functions on to the code that wants the memory. A call site is not named after them, but after
 * the code that calls them: "the allocator allocates" tells little.
 *
 * <p>The rule for what belongs here: the class, or all of the package, allocates only because another class asked it to, and so
 * stands in the stacks of unrelated callers. A pattern names a package with those below it ({@code com.acme.mem.*}) or a class
 * with those nested in it ({@code com.acme.mem.OffHeap}). The agent's option {@code wrappers} adds more.
 *
 * <p>Thread-safe. Used when sites are told, not when samples are taken.
 */
public final class Wrappers {
    private static final String PACKAGE = ".*";

    /** One row for each library: its patterns. To add one, add a row, and a stack to {@code WrappersTest}. */
    private static final String[][] ROWS = {
        {"com.sun.jna.*"},
        {"io.netty.buffer.*", "io.netty.util.internal.*"},
        {"org.agrona.UnsafeAccess", "org.agrona.UnsafeApi", "org.agrona.BufferUtil"},
        {"org.apache.arrow.memory.*"},
        {"org.apache.cassandra.io.util.Memory", "org.apache.cassandra.io.util.SafeMemory"},
        {"org.apache.cassandra.utils.memory.*"},
        {"org.apache.datasketches.memory.*"},
        {"org.apache.flink.core.memory.*"},
        {"org.apache.hadoop.hbase.unsafe.*", "org.apache.hadoop.hbase.util.UnsafeAccess"},
        {"org.apache.ignite.internal.mem.*", "org.apache.ignite.internal.util.GridUnsafe"},
        {"org.apache.kafka.common.memory.*"},
        {"org.apache.lucene.store.*"},
        {"org.apache.spark.memory.*", "org.apache.spark.unsafe.*"},
        {"org.eclipse.jetty.io.ByteBufferPool", "org.eclipse.jetty.io.ArrayByteBufferPool"},
        {"org.eclipse.jetty.io.MappedByteBufferPool", "org.eclipse.jetty.util.BufferUtil"},
        {"io.undertow.server.DefaultByteBufferPool", "org.xnio.BufferAllocator", "org.xnio.ByteBufferSlicePool"},
        {"org.lwjgl.BufferUtils", "org.lwjgl.system.MemoryUtil", "org.lwjgl.system.MemoryManage"},
        {"net.openhft.chronicle.bytes.*", "net.openhft.chronicle.core.*"},
    };

    private static volatile String[] names = named(ROWS);

    private Wrappers() {}

    private static String[] named(String[][] rows) {
        int count = 0;
        for (String[] row : rows) {
            count += row.length;
        }
        String[] all = new String[count];
        int next = 0;
        for (String[] row : rows) {
            for (String pattern : row) {
                all[next++] = name(pattern);
            }
        }
        return all;
    }

    /** A class's name; or a package's, with the dot behind it. */
    private static String name(String pattern) {
        return pattern.endsWith(PACKAGE) ? pattern.substring(0, pattern.length() - 1) : pattern;
    }

    /**
     * Adds patterns. To be called once, before sites are told.
     *
     * @param patterns such as {@code com.acme.mem.*} or {@code com.acme.mem.OffHeap}
     */
    public static void add(List<String> patterns) {
        String[] before = names;
        String[] all = new String[before.length + patterns.size()];
        System.arraycopy(before, 0, all, 0, before.length);
        for (int i = 0; i < patterns.size(); i++) {
            all[before.length + i] = name(patterns.get(i));
        }
        names = all;
    }

    /**
     * Whether a class is a wrapper.
     *
     * @param className with dots, as in {@link Frame#className}
     * @return true if a pattern applies to it
     */
    static boolean contain(String className) {
        for (String name : names) {
            if (className.startsWith(name)
                    && (name.endsWith(".")
                            || className.length() == name.length()
                            || className.charAt(name.length()) == '$')) {
                return true;
            }
        }
        return false;
    }
}
