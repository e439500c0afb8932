package io.nmt.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Blocks that are chunks of a pool, whose buffers are listed in their place. */
class PooledSiteTest {
    private static final String UNSAFE = "jdk.internal.misc.Unsafe";
    private static final String ARROW = "org.apache.arrow.memory.netty.NettyAllocationManager";

    @Test
    void whatArrowTakesByNettysArenaIsAChunk() {
        assertThat(isOfChunks(
                        UNSAFE,
                        "io.netty.buffer.PoolArena$DirectArena",
                        "io.netty.buffer.PooledByteBufAllocatorL$InnerAllocator",
                        ARROW))
                .isTrue();
    }

    /** These are no part of any chunk: if they were left out as such, nothing would tell of them. */
    @Test
    void whatArrowTakesBesideTheArenaIsNone() {
        assertThat(isOfChunks(
                        UNSAFE,
                        "io.netty.buffer.UnpooledByteBufAllocator",
                        "io.netty.buffer.PooledByteBufAllocatorL$InnerAllocator",
                        ARROW))
                .isFalse();
        assertThat(isOfChunks(UNSAFE, "io.netty.util.internal.PlatformDependent", ARROW))
                .isFalse();
    }

    private static boolean isOfChunks(String... classNames) {
        List<Frame> frames = Arrays.stream(classNames)
                .map(name -> new Frame(name, "allocate", "File.java", 1, name.equals(UNSAFE)))
                .toList();
        return PooledSite.isOfChunks(frames);
    }
}
