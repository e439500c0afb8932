package io.nmt.libraries;

import io.nmt.libraries.programs.NettyEcho;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Netty, in every way in which it takes memory, with each of its allocators. */
class NettyIT {
    private static final String[] JARS = {
        "netty-buffer", "netty-common", "netty-resolver", "netty-transport",
    };
    private static final List<String> ALLOCATORS = List.of("pooled", "unpooled", "adaptive");
    private static final int SMALLEST_ADAPTIVE_CHUNK_BYTES = 128 << 10;
    private static final int LARGEST_ADAPTIVE_CHUNK_BYTES = 8 << 20;
    private static final Kept EMPTY =
            new Kept("Direct Buffer", 1, 1, "EmptyByteBuf.EMPTY_BYTE_BUFFER: the JDK makes one byte of none");
    /** Bytes that Netty allocates directly to find out its way to free them. */
    private static final int PROBES_BYTES = 16;

    static Stream<Arguments> modes() {
        return Jdks.ends()
                .flatMap(jdk -> NettyMode.ALL.stream()
                        .filter(mode -> mode.on(jdk.feature()))
                        .flatMap(mode -> ALLOCATORS.stream().map(allocator -> arguments(jdk, mode, allocator))));
    }

    static Stream<Arguments> modesOf41() {
        return Jdks.ends()
                .flatMap(jdk -> NettyMode.OF_4_1.stream()
                        .filter(mode -> mode.on(jdk.feature()))
                        .map(mode -> Arguments.of(jdk, Named.of(mode.name(), mode))));
    }

    private static Arguments arguments(Jdk jdk, NettyMode mode, String allocator) {
        return Arguments.of(jdk, Named.of(mode.name(), mode), allocator);
    }

    @ParameterizedTest(name = "{0}, {1}, {2}")
    @MethodSource("modes")
    void echoes(Jdk jdk, NettyMode mode, String allocator) {
        run(jdk, ClassPath.jars(JARS), mode, allocator);
    }

    /** The line before, as many still have it. */
    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("modesOf41")
    void echoesWithNetty41(Jdk jdk, NettyMode mode) {
        run(jdk, ClassPath.otherJars("netty-4.1", JARS), mode, "pooled");
    }

    private static void run(Jdk jdk, List<Path> classPath, NettyMode mode, String allocator) {
        List<String> options = new ArrayList<>(mode.options());
        options.add("-Dio.netty.allocator.type=" + allocator);
        String category = mode.categoryOf(allocator);
        LibraryRun run = LibraryRun.on(jdk, classPath).options(options).keeps(EMPTY);
        if (allocator.equals("adaptive")) {
            run.keeps(new Pool(category, SMALLEST_ADAPTIVE_CHUNK_BYTES, LARGEST_ADAPTIVE_CHUNK_BYTES));
        }
        run.run(NettyEcho.class)
                .prints("result " + allocator)
                .holdsItsOwn(category, "bytes")
                .reaches(category, NettyEcho.LARGEST_MESSAGE_BYTES)
                .leaksIn(category, NettyEcho.LEAK_BYTES);
        for (String other : NettyMode.CATEGORIES) {
            if (!other.equals(category)) {
                run.neverExceeds(other, PROBES_BYTES);
            }
        }
    }
}
