package io.nmt.core.internal.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.model.Category;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class LentBuffersTest {
    private static final int BYTES = 1 << 16;
    private static final int UNDERTOW = 3;

    private final Object pool = new Object();

    private ByteBuffer lent(boolean tracked) {
        ByteBuffer memory = ByteBuffer.allocateDirect(BYTES);
        if (tracked) {
            Tracker.allocated(address(memory), BYTES, Category.DIRECT_BUFFER.id());
        }
        LentBuffers.handedOut(pool, memory, address(memory), UNDERTOW);
        return memory;
    }

    /** Stands for the address: unit tests cannot read the JDK's field. */
    private static long address(ByteBuffer memory) {
        return (1L << 40) + ((long) System.identityHashCode(memory) << 4);
    }

    private static void free(ByteBuffer memory) {
        Tracker.freed(address(memory));
    }

    private List<Chunk> chunks() {
        return LentBuffers.list().stream()
                .filter(chunk -> chunk.owner() == pool)
                .toList();
    }

    @Test
    void aBufferThatThePoolFreesIsNoChunk() {
        ByteBuffer freed = lent(true);
        ByteBuffer kept = lent(true);
        LentBuffers.givenBack(freed);
        LentBuffers.givenBack(kept);
        assertThat(chunks()).hasSize(2);
        free(freed);
        assertThat(chunks()).extracting(Chunk::address).containsExactly(address(kept));
        assertThat(chunks()).extracting(Chunk::inUseBytes).containsExactly(0L);
        free(kept);
        assertThat(chunks()).isEmpty();
        assertThat(freed.capacity() + kept.capacity()).isEqualTo(2 * BYTES); // neither was collected
    }

    @Test
    void anotherBlockAtItsAddressIsNotItsOwn() {
        ByteBuffer freed = lent(true);
        LentBuffers.givenBack(freed);
        free(freed);
        Tracker.allocated(address(freed), BYTES - 1, Category.DIRECT_BUFFER.id());
        assertThat(chunks()).isEmpty();
        free(freed);
    }

    @Test
    void ofTwoBuffersAtOneAddressTheNewerOneIsThere() {
        ByteBuffer freed = lent(true);
        LentBuffers.givenBack(freed);
        ByteBuffer sameAddress = freed.duplicate();
        LentBuffers.handedOut(pool, sameAddress, address(freed), UNDERTOW);
        assertThat(chunks()).extracting(Chunk::inUseBytes).containsExactly((long) BYTES);
        free(freed);
        assertThat(chunks()).isEmpty();
        assertThat(sameAddress.capacity()).isEqualTo(BYTES);
    }

    @Test
    void aBufferThatIsNotOnTheBooksStays() {
        ByteBuffer untracked = lent(false);
        LentBuffers.givenBack(untracked);
        assertThat(chunks()).extracting(Chunk::bytes).containsExactly((long) BYTES);
        assertThat(untracked.capacity()).isEqualTo(BYTES);
    }
}
