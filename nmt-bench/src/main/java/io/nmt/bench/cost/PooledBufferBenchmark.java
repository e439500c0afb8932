package io.nmt.bench.cost;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A buffer that is taken from a pool of Netty's and given back: what it costs to sample such buffers by bytes is the
 * difference between the agent's options {@code pools=on} and {@code pools=off}. What Netty's own detector costs is
 * that between {@code -Dio.netty.leakDetection.level}s.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class PooledBufferBenchmark {
    private static final int PAGE_BYTES = 8192;
    private static final int MAX_ORDER = 9;
    private static final int SMALL_CACHE = 256;
    private static final int NORMAL_CACHE = 64;

    /** The allocator. */
    @Param({"pooled", "adaptive"})
    public String allocator;

    /** Bytes of a buffer. */
    @Param("1024")
    public int bytes;

    private ByteBufAllocator taken = ByteBufAllocator.DEFAULT;
    private ByteBuf held = Unpooled.EMPTY_BUFFER;

    /** Benchmarks' threads have caches, as those of event loops have. */
    @Setup
    public void makeAllocator() {
        taken = allocator.equals("pooled")
                ? new PooledByteBufAllocator(true, 1, 1, PAGE_BYTES, MAX_ORDER, SMALL_CACHE, NORMAL_CACHE, true)
                : new AdaptiveByteBufAllocator(true, true);
        held = taken.directBuffer(bytes);
    }

    /** Gives back what was held. */
    @TearDown
    public void release() {
        held.release();
    }

    /**
     * The use of a buffer by a pipeline at each handler, unless Netty's detector is disabled.
     *
     * @return the buffer
     */
    @Benchmark
    public ByteBuf touch() {
        return held.touch(this);
    }

    /**
     * Retains a buffer and releases it.
     *
     * @return whether its memory is free: it is not
     */
    @Benchmark
    public boolean retain() {
        return held.retain().release();
    }

    /**
     * Takes one, and gives it back.
     *
     * @return whether its memory is free again
     */
    @Benchmark
    public boolean pair() {
        return taken.directBuffer(bytes).release();
    }
}
