package io.nmt.core.internal.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Pool;
import io.nmt.core.model.SizeClass;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The estimates of a pool are at most its exact figures. */
class PoolSumTest {
    private static final int MB = 1 << 20;
    private static final int KB = 1 << 10;

    private final PoolSum pool = new PoolSum(new Object(), "Direct Buffer");

    private void addChunk(int inUse, int free, Places... places) {
        pool.add(Chunk.ofParts(this, 0, 4 * MB, inUse, free, null, List.of(places)));
    }

    /** Samples of one buffer each: they would stand for 6 MB in 4 MB of chunks. */
    @Test
    void anEstimateIsBoundedByWhatIsInUse() {
        addChunk(3 * MB, MB);
        pool.add(512 * KB, 8.0);
        pool.add(256 * KB, 8.0);

        List<SizeClass> sizes = pool.details().sizeClasses();
        assertThat(sizes)
                .containsExactly(new SizeClass(512 * KB, 4, Pool.UNKNOWN), new SizeClass(256 * KB, 4, Pool.UNKNOWN));
        assertThat(sizes.stream().mapToLong(SizeClass::heldBytes).sum()).isLessThanOrEqualTo(3 * MB);
    }

    /** Bytes in places of a told size are no part of the rest for the others. */
    @Test
    void whatIsToldExactlyIsTakenOff() {
        addChunk(3 * MB, MB, Places.of(16 * KB, 128, 0));
        pool.add(512 * KB, 8.0);
        pool.add(16 * KB, 1000.0);

        assertThat(pool.details().sizeClasses())
                .containsExactly(new SizeClass(16 * KB, 128, 128), new SizeClass(512 * KB, 2, Pool.UNKNOWN));
    }

    /** Chunks are read one after the other: what is known by a sample was there. */
    @Test
    void aSampledBufferIsThere() {
        addChunk(0, 4 * MB);
        pool.add(512 * KB, 1.6);
        pool.add(512 * KB, 1.6);
        assertThat(pool.details().sizeClasses()).containsExactly(new SizeClass(512 * KB, 2, Pool.UNKNOWN));
    }

    @Test
    void whereNothingIsKnownItIsWhatTheChunksHave() {
        addChunk((int) Pool.UNKNOWN, (int) Pool.UNKNOWN);
        pool.add(MB, 9.0);
        assertThat(pool.details().sizeClasses()).containsExactly(new SizeClass(MB, 4, Pool.UNKNOWN));
    }
}
