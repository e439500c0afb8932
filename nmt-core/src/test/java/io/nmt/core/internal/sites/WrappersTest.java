package io.nmt.core.internal.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.core.model.Frame;
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
        "org.apache.spark.unsafe.Platform.allocateMemory,"
                + " org.apache.spark.unsafe.memory.UnsafeMemoryAllocator.allocate,"
                + " org.apache.spark.memory.TaskMemoryManager.allocatePage,"
                + " org.apache.spark.shuffle.sort.Sorter.insert",
        "org.apache.ignite.internal.util.GridUnsafe.allocateMemory,"
                + " org.apache.ignite.internal.mem.unsafe.UnsafeMemoryProvider.nextRegion,"
                + " org.apache.ignite.internal.pagemem.impl.PageMemoryNoStoreImpl.addSegment",
        "io.netty.util.internal.PlatformDependent.allocateDirectNoCleaner,"
                + " io.netty.buffer.PoolArena$DirectArena.allocateDirect,"
                + " io.netty.buffer.PooledByteBufAllocator.newDirectBuffer,"
                + " com.acme.Handler.channelRead",
        "io.netty.buffer.PooledByteBufAllocator.newDirectBuffer,"
                + " io.netty.handler.codec.http.multipart.HttpPostStandardRequestDecoder.offer,"
                + " com.acme.Forms.channelRead",
        "org.apache.arrow.memory.DefaultAllocationManagerFactory.create, org.apache.arrow.memory.BaseAllocator.buffer,"
                + " org.apache.arrow.vector.BaseFixedWidthVector.allocateBytes,"
                + " org.apache.arrow.vector.BigIntVector.setSafe,"
                + " com.acme.Batch.fill",
        "org.apache.cassandra.utils.memory.MemoryUtil.allocate, org.apache.cassandra.io.util.Memory.allocate,"
                + " org.apache.cassandra.cache.SerializingCache.serialize",
        "org.lwjgl.system.MemoryUtil$LazyInit.alloc, org.lwjgl.system.MemoryUtil.memAlloc, com.acme.Renderer.upload",
        "com.sun.jna.Native.malloc, org.neo4j.internal.unsafe.UnsafeUtil.allocateMemory,"
                + " org.neo4j.io.mem.GrabAllocator$Grab.<init>, org.neo4j.io.mem.GrabAllocator.allocateAligned,"
                + " org.neo4j.index.Index.build",
        "org.neo4j.io.memory.ByteBuffers.allocateDirectFallback, org.neo4j.io.memory.NativeScopedBuffer.<init>,"
                + " com.acme.Graph.load",
        "com.esotericsoftware.kryo.io.ByteBufferOutput.<init>, com.acme.Codec.encode",
        "io.airlift.slice.Slices.allocateDirect, com.acme.Page.grow",
        "org.lwjgl.PointerBuffer.allocateDirect, com.acme.Renderer.upload",
        "org.apache.hadoop.hbase.io.ByteBuffAllocator.getBuffer, com.acme.Region.read",
        "net.openhft.chronicle.core.UnsafeMemory.allocate, net.openhft.chronicle.bytes.Bytes.allocateDirect,"
                + " com.acme.Book.add",
        "org.apache.ignite.internal.util.GridUnsafe.allocateMemory,"
                + " org.apache.ignite.internal.mem.unsafe.UnsafeMemoryAllocator.allocateMemory,"
                + " org.apache.ignite.internal.mem.unsafe.UnsafeMemoryProvider.nextRegion,"
                + " org.apache.ignite.internal.processors.cache.persistence."
                + "IgniteCacheDatabaseSharedManager$3.nextRegion,"
                + " org.apache.ignite.internal.pagemem.impl.PageMemoryNoStoreImpl.addSegment",
        "org.mapdb.volume.ByteBufferMemoryVol.ensureAvailable, org.mapdb.StoreDirect.allocateNewPage,"
                + " org.mapdb.StoreDirectAbstract.allocateData, org.mapdb.HTreeMap.put, com.acme.Index.add",
        "org.infinispan.container.offheap.OffHeapMemory.allocate,"
                + " org.infinispan.container.offheap.UnpooledOffHeapMemoryAllocator.allocate,"
                + " org.infinispan.container.offheap.OffHeapConcurrentMap.putNoReturn,"
                + " org.infinispan.container.impl.AbstractInternalDataContainer.putEntryInMap",
        "org.ehcache.shadow.org.terracotta.offheapstore.buffersource.OffHeapBufferSource.allocateBuffer,"
                + " org.ehcache.shadow.org.terracotta.offheapstore.paging.UpfrontAllocatingPageSource.<init>,"
                + " com.acme.Caches.create",
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
        assertThat(site.site().innermost()).isEqualTo(frames.get(1));
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
        assertThat(site().site().innermost()).isNull();
    }

    @Test
    void ofTheJdkAloneTheFirstThatWantsTheMemoryIsNamed() {
        Frame buffer = ofJdk("sun.nio.fs.NativeBuffer.<init>");
        Frame wants = ofJdk("jdk.jfr.internal.PlatformRecorder.<init>");

        assertThat(site(UNSAFE, buffer, wants, THREAD).leading()).isEqualTo(wants);
        assertThat(site(UNSAFE, buffer, THREAD).leading()).isEqualTo(buffer);
        assertThat(site(UNSAFE, buffer, THREAD, ofJdk("jdk.internal.misc.InnocuousThread.run"))
                        .leading())
                .isEqualTo(buffer);
        assertThat(site(UNSAFE, buffer, wants, THREAD).site().innermost()).isEqualTo(UNSAFE);
    }

    private static Frame ofJdk(String method) {
        Frame frame = frame(method);
        return new Frame(frame.className(), frame.methodName(), null, 0, true);
    }

    @Test
    void nestedAndRelocatedClassesAreWrappersToo() {
        assertThat(Wrappers.contain("org.apache.ignite.internal.util.GridUnsafe$2"))
                .isTrue();
        assertThat(Wrappers.contain("io.grpc.netty.shaded.io.netty.buffer.PoolArena$DirectArena"))
                .isTrue();
        assertThat(Wrappers.contain("org.ehcache.shadow.org.terracotta.offheapstore.paging.PageSource"))
                .isTrue();
        assertThat(Wrappers.contain("com.acme.org.agrona.UnsafeAccess$1")).isTrue();
        assertThat(Wrappers.contain("com.acme.org.agrona.UnsafeAccessor")).isFalse();
        assertThat(Wrappers.contain("myorg.mapdb.Store")).isFalse();
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
