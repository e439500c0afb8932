package io.nmt.report.reading.sources;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DirectBuffersTest {
    private static final long MB = 1L << 20;

    private static CategoryUsage usage(String category, long megabytes) {
        return new CategoryUsage(category, megabytes * MB, megabytes * MB, 1, megabytes * MB, megabytes * MB, 1);
    }

    private static long untracked(long before, long after, CategoryUsage... tracked) {
        Snapshot snapshot = new Snapshot(Instant.EPOCH, List.of(tracked), usage("", 0), false, 0, 0, 0);
        return DirectBuffers.compare(
                                new DirectBuffers(1, before * MB, 0), snapshot, new DirectBuffers(2, after * MB, 0))
                        .untrackedBytes()
                / MB;
    }

    @Test
    void whatTheJvmCountsBeyondWhatIsTracked() {
        assertThat(untracked(400, 400)).isEqualTo(400);
        assertThat(untracked(400, 400, usage(Category.DIRECT_BUFFER.name(), 100)))
                .isEqualTo(300);
        assertThat(untracked(400, 400, usage(Category.DIRECT_BUFFER.name(), 400)))
                .isZero();
        assertThat(untracked(100, 100, usage(Category.DIRECT_BUFFER.name(), 400)))
                .isZero();
    }

    /** Buffers of NIO, arenas and categories of an application are in the JVM's count; blocks of Unsafe are not. */
    @Test
    void whichCategoriesAreInTheJvmsCount() {
        assertThat(untracked(
                        400,
                        400,
                        usage(Category.NIO_TEMPORARY_BUFFER.name(), 10),
                        usage(Category.FOREIGN_MEMORY.name(), 20),
                        usage("app cache", 30),
                        usage(Category.UNSAFE.name(), 1000),
                        usage(Category.MAPPED_FILE.name(), 1000)))
                .isEqualTo(340);
    }

    @Test
    void whatWasAllocatedOrFreedMeanwhileIsNotUntracked() {
        assertThat(untracked(400, 300, usage(Category.DIRECT_BUFFER.name(), 300)))
                .isZero();
        assertThat(untracked(300, 400, usage(Category.DIRECT_BUFFER.name(), 300)))
                .isZero();
    }

    @Test
    void readsTheJvmsCount() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(5 << 20);

        DirectBuffers read = DirectBuffers.read();

        assertThat(read.usedBytes()).isGreaterThanOrEqualTo(buffer.capacity());
        assertThat(read.count()).isPositive();
    }
}
