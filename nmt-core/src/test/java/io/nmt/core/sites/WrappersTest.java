package io.nmt.core.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.categories.Category;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvSource;

class WrappersTest {
    private static final Frame UNSAFE =
            new Frame("jdk.internal.misc.Unsafe", "allocateMemory", "Unsafe.java", 641, true);
    private static final Frame THREAD = new Frame("java.lang.Thread", "run", "Thread.java", 1474, true);

    private static CallSite site(Frame... frames) {
        return new CallSite(1, Category.UNSAFE.id(), List.of(frames), 0);
    }

    private static Frame frame(String method) {
        int dot = method.lastIndexOf('.');
        return new Frame(method.substring(0, dot), method.substring(dot + 1), null, 0, false);
    }

    /** Stacks as the libraries make them, the innermost frame first; the last one wants the memory. */
    @ParameterizedTest
    @CsvSource({
        "com.sun.jna.Native.malloc, com.sun.jna.Memory.<init>, com.acme.Codec.encode",
        "org.apache.spark.unsafe.Platform.allocateMemory, org.apache.spark.unsafe.memory.UnsafeMemoryAllocator.allocate,"
                + " org.apache.spark.memory.TaskMemoryManager.allocatePage, org.apache.spark.shuffle.sort.Sorter.insert",
        "org.apache.ignite.internal.util.GridUnsafe.allocateMemory,"
                + " org.apache.ignite.internal.mem.unsafe.UnsafeMemoryProvider.nextRegion,"
                + " org.apache.ignite.internal.pagemem.impl.PageMemoryNoStoreImpl.addSegment",
        "io.netty.util.internal.PlatformDependent.allocateDirectNoCleaner,"
                + " io.netty.buffer.PoolArena$DirectArena.allocateDirect, io.netty.buffer.PooledByteBufAllocator.newDirectBuffer,"
                + " com.acme.Handler.channelRead",
        "org.apache.arrow.memory.DefaultAllocationManagerFactory.create, org.apache.arrow.memory.BaseAllocator.buffer,"
                + " org.apache.arrow.vector.BaseFixedWidthVector.allocateBytes",
        "org.apache.cassandra.utils.memory.MemoryUtil.allocate, org.apache.cassandra.io.util.Memory.allocate,"
                + " org.apache.cassandra.cache.SerializingCache.serialize",
        "org.lwjgl.system.MemoryUtil$LazyInit.alloc, org.lwjgl.system.MemoryUtil.memAlloc, com.acme.Renderer.upload",
        "net.openhft.chronicle.core.UnsafeMemory.allocate, net.openhft.chronicle.bytes.Bytes.allocateDirect, com.acme.Book.add",
        "org.agrona.UnsafeAccess.allocate, org.agrona.BufferUtil.allocateDirectAligned, io.aeron.Logs.create",
        "org.apache.lucene.store.MMapDirectory.openInput, org.apache.lucene.index.SegmentReader.<init>",
    })
    void aSiteIsNamedAfterTheCodeThatWantsTheMemory(ArgumentsAccessor methods) {
        List<Frame> frames = new ArrayList<>(List.of(UNSAFE));
        for (Object method : methods.toList()) {
            frames.add(frame((String) method));
        }
        CallSite site = site(frames.toArray(Frame[]::new));

        assertThat(site.leading()).isEqualTo(frames.get(frames.size() - 1));
        assertThat(site.innermost()).isEqualTo(frames.get(1));
        assertThat(site).hasToString(site.leading().toString());
        assertThat(site.frames()).isEqualTo(frames);
    }

    @Test
    void theOutermostWrapperStandsIfThereIsNothingElse() {
        Frame inner = frame("com.sun.jna.Native.malloc");
        Frame outer = frame("com.sun.jna.Memory.<init>");

        assertThat(site(UNSAFE, inner, outer, THREAD).leading()).isEqualTo(outer);
        assertThat(site(UNSAFE, THREAD).leading()).isEqualTo(UNSAFE);
        assertThat(site().leading()).isNull();
        assertThat(site().innermost()).isNull();
    }

    @Test
    void aPatternIsAPackageOrAClassAndNoMore() {
        assertThat(Wrappers.contain("com.sun.jna.Native")).isTrue();
        assertThat(Wrappers.contain("com.sun.jnatives.Native")).isFalse();
        assertThat(Wrappers.contain("org.agrona.UnsafeAccess$1")).isTrue();
        assertThat(Wrappers.contain("org.agrona.UnsafeAccessor")).isFalse();
    }

    @Test
    void anApplicationHasItsOwn() {
        Wrappers.add(List.of("com.acme.wrapped.*", "com.acme.own.OffHeap"));

        assertThat(Wrappers.contain("com.acme.wrapped.deep.Pool")).isTrue();
        assertThat(Wrappers.contain("com.acme.own.OffHeap$Block")).isTrue();
        assertThat(Wrappers.contain("com.acme.own.Table")).isFalse();
        assertThat(Wrappers.contain("com.sun.jna.Native")).isTrue();
    }
}
