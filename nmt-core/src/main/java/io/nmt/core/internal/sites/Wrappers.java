package io.nmt.core.internal.sites;

import io.nmt.core.model.Frame;
import java.util.List;

/**
 * Classes that hand the JDK's memory functions on to the code that wants the memory. A call site is not named after
 * them, but after the code that calls them: "the allocator allocates" tells little.
 *
 * <p>The rule for what belongs here: the class, or all of the package, allocates only because another class asked it
 * to, and so stands in the stacks of unrelated callers. A library of collections is in as a whole, since whatever it
 * takes, it takes for what the application puts there; a server, a search engine or a cache with parts of its own is
 * not. A pattern names a package with those below it ({@code com.acme.mem.*}) or a class with those nested in it
 * ({@code com.acme.mem.OffHeap}). The agent's option {@code wrappers} adds more. The patterns that are known also apply
 * to relocated classes, such as {@code io.grpc.netty.shaded.io.netty.buffer.PoolArena}.
 *
 * <p>Thread-safe. Used when sites are told, not when samples are taken.
 */
public final class Wrappers {
    private static final String PACKAGE = ".*";

    /** One row for each library: its patterns. To add one, add a row, and a stack to {@code WrappersTest}. */
    private static final String[][] ROWS = {
        {"com.sun.jna.*"},
        {"io.netty.buffer.*", "io.netty.util.internal.*"},
        {
            "io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator",
            "io.netty.channel.DefaultMaxBytesRecvByteBufAllocator",
            "io.netty.channel.unix.PreferredDirectByteBufAllocator"
        },
        {"io.netty.handler.codec.http.multipart.*"},
        {"org.agrona.UnsafeAccess", "org.agrona.UnsafeApi", "org.agrona.BufferUtil"},
        {"org.apache.arrow.memory.*", "org.apache.arrow.vector.*"},
        {"org.apache.cassandra.io.util.Memory", "org.apache.cassandra.io.util.SafeMemory"},
        {"org.apache.cassandra.utils.memory.*"},
        {"org.apache.datasketches.memory.*"},
        {"org.apache.flink.core.memory.*"},
        {"org.apache.geode.unsafe.internal.*", "org.apache.geode.internal.offheap.AddressableMemoryManager"},
        {"org.apache.hadoop.hbase.unsafe.*", "org.apache.hadoop.hbase.util.UnsafeAccess"},
        {"org.apache.hadoop.hbase.io.ByteBuffAllocator"},
        {"org.apache.ignite.internal.mem.*", "org.apache.ignite.internal.util.GridUnsafe"},
        {"org.apache.ignite.internal.util.offheap.unsafe.*", "org.apache.ignite.internal.pagememory.mem.*"},
        // Nested in it is a provider of memory that asks another one.
        {"org.apache.ignite.internal.processors.cache.persistence.IgniteCacheDatabaseSharedManager"},
        {"org.apache.kafka.common.memory.*"},
        {"org.apache.lucene.store.*"},
        {"org.apache.spark.memory.*", "org.apache.spark.unsafe.*"},
        {"org.eclipse.jetty.io.ByteBufferPool", "org.eclipse.jetty.io.ArrayByteBufferPool"},
        {"org.eclipse.jetty.io.MappedByteBufferPool", "org.eclipse.jetty.util.BufferUtil"},
        {"io.undertow.server.DefaultByteBufferPool", "org.xnio.BufferAllocator", "org.xnio.ByteBufferSlicePool"},
        {"org.terracotta.offheapstore.*", "org.ehcache.impl.internal.store.offheap.*"},
        {"org.infinispan.container.offheap.*", "org.infinispan.commons.*"},
        {"org.mapdb.*"},
        {"io.questdb.std.Unsafe"},
        {"org.caffinitas.ohc.alloc.*", "org.caffinitas.ohc.linked.Uns"},
        {"org.eclipse.serializer.memory.*"},
        {"io.vertx.core.buffer.impl.*", "io.vertx.core.impl.buffer.*"},
        {"org.lwjgl.BufferUtils", "org.lwjgl.PointerBuffer", "org.lwjgl.CLongBuffer"},
        {"org.lwjgl.system.MemoryUtil", "org.lwjgl.system.MemoryManage"},
        {"com.esotericsoftware.kryo.io.*", "com.esotericsoftware.kryo.unsafe.*"},
        {"io.airlift.slice.*"},
        {"io.grpc.netty.NettyWritableBufferAllocator"},
        {"org.apache.bookkeeper.common.allocator.*"},
        {"org.apache.activemq.artemis.core.io.util.ThreadLocalByteBufferPool"},
        {"org.neo4j.internal.unsafe.UnsafeUtil", "org.neo4j.io.memory.*", "org.neo4j.io.mem.*"},
        {"net.openhft.chronicle.bytes.*", "net.openhft.chronicle.core.*"},
    };

    /** The JDK's own, for stacks without any other class. */
    private static final String[] OF_JDK = {
        "jdk.internal.misc.Unsafe",
        "sun.misc.Unsafe",
        "java.lang.System",
        "java.lang.ClassLoader",
        "java.lang.reflect.",
        "java.net.URLClassLoader",
        "java.security.",
        "jdk.internal.reflect.",
        "java.nio.",
        "sun.nio.",
        "jdk.internal.foreign.",
        "java.lang.foreign.",
        "java.util.concurrent.",
        "jdk.internal.vm." // starts the threads of executors since 21
    };

    private static final String[] KNOWN = named(ROWS);

    private static volatile String[] added = {};

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
        String[] before = added;
        String[] all = new String[before.length + patterns.size()];
        System.arraycopy(before, 0, all, 0, before.length);
        for (int i = 0; i < patterns.size(); i++) {
            all[before.length + i] = name(patterns.get(i));
        }
        added = all;
    }

    /**
     * True if a class is a wrapper.
     *
     * @param className with dots, as in {@link Frame#className}
     * @return true if a pattern applies to it
     */
    public static boolean contain(String className) {
        for (String name : KNOWN) {
            int at = className.indexOf(name);
            if ((at == 0 || (at > 0 && className.charAt(at - 1) == '.')) && isWhole(className, at, name)) {
                return true;
            }
        }
        return contains(added, className);
    }

    /**
     * True if a class of the JDK hands memory on, as a wrapper does.
     *
     * @param className with dots
     * @return true for {@code Unsafe}, buffers, channels, file systems and segments
     */
    static boolean containOfJdk(String className) {
        return contains(OF_JDK, className);
    }

    private static boolean contains(String[] names, String className) {
        for (String name : names) {
            if (className.startsWith(name) && isWhole(className, 0, name)) {
                return true;
            }
        }
        return false;
    }

    /** True if a class's name ends after that part, or goes on with the name of a nested class. */
    private static boolean isWhole(String className, int at, String name) {
        int end = at + name.length();
        return name.endsWith(".") || className.length() == end || className.charAt(end) == '$';
    }
}
