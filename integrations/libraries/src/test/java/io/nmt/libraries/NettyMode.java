package io.nmt.libraries;

import java.util.List;

/**
 * A way in which Netty takes its memory, which it chooses by the JDK and its options.
 *
 * @param name of the mode
 * @param firstJdk that has it
 * @param lastJdk that has it
 * @param category that its memory must be seen in: see {@link #categoryOf}
 * @param options of the JVM
 */
record NettyMode(String name, int firstJdk, int lastJdk, String category, List<String> options) {
    private static final List<String> OPENED =
            List.of("--add-opens=java.base/java.nio=ALL-UNNAMED", "-Dio.netty.tryReflectionSetAccessible=true");
    private static final String UNSAFE = "--sun-misc-unsafe-memory-access=allow";
    private static final int NEWEST = Integer.MAX_VALUE;

    /** As Netty's {@code PlatformDependent} has them: what it finds first, of what the JDK lets it have. */
    static final List<NettyMode> ALL = List.of(
            // CleanerJava9: ByteBuffer.allocateDirect, freed by Unsafe.invokeCleaner
            new NettyMode("default", 17, 24, "Direct Buffer", List.of()),
            // DirectCleaner: Unsafe.allocateMemory, and the private constructor of DirectByteBuffer
            new NettyMode("opened", 17, 24, "Unsafe", OPENED),
            // CleanerJava25: an Arena.ofShared() for each buffer, for Netty leaves Unsafe alone on JDK 25
            new NettyMode("default", 25, NEWEST, "Foreign Memory", List.of()),
            new NettyMode("opened, without Unsafe", 25, NEWEST, "Foreign Memory", OPENED),
            // CleanerJava24Linker: malloc and free
            new NettyMode("native access", 25, NEWEST, "Foreign Malloc", List.of("--enable-native-access=ALL-UNNAMED")),
            // CleanerJava9 and DirectCleaner again
            new NettyMode("Unsafe", 25, NEWEST, "Direct Buffer", List.of(UNSAFE)),
            new NettyMode("opened", 25, NEWEST, "Unsafe", List.of(UNSAFE, OPENED.get(0), OPENED.get(1))));

    /** The same of Netty 4.1, which takes what it gets, on JDK 25 with the JVM's warning of Unsafe. */
    static final List<NettyMode> OF_4_1 = List.of(
            new NettyMode("default", 17, NEWEST, "Direct Buffer", List.of()),
            new NettyMode("opened", 17, NEWEST, "Unsafe", OPENED));

    /** All in which one of them sees Netty's buffers. */
    static final List<String> CATEGORIES = List.of("Direct Buffer", "Unsafe", "Foreign Memory", "Foreign Malloc");

    /**
     * The category that must have an allocator's memory. To close a shared arena stops all threads for a moment, so
     * unpooled memory is not in one: it is left to the garbage collector.
     */
    String categoryOf(String allocator) {
        return category.equals("Foreign Memory") && allocator.equals("unpooled") ? "Direct Buffer" : category;
    }

    boolean on(int jdk) {
        return jdk >= firstJdk && jdk <= lastJdk;
    }
}
