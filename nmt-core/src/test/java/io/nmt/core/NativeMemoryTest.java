package io.nmt.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.core.model.SnapshotDiff;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The public API as a library uses it without the agent. Each test has a category of its own. */
class NativeMemoryTest {
    private static final long KB = 1024;

    private static CategoryUsage usage(Category category) {
        return NativeMemory.snapshot().category(category.name());
    }

    @Test
    void anAllocatorCountsInItsCategory() {
        Category category = Category.of("NativeMemoryTest allocator");
        TrackedAllocator allocator = NativeMemory.allocator(category);
        long block = allocator.allocate(61);
        assertThat(block).isNotZero();
        assertThat(usage(category).committed()).isEqualTo(61);
        assertThat(usage(category).count()).isEqualTo(1);

        allocator.free(block);
        assertThat(usage(category)).isEqualTo(new CategoryUsage(category.name(), 0, 0, 0, 61, 61, 1));
    }

    @Test
    void aReallocatedBlockCountsWithItsNewSizeOnly() {
        Category category = Category.of("NativeMemoryTest reallocate");
        TrackedAllocator allocator = NativeMemory.allocator(category);
        long block = allocator.reallocate(0, 16 * KB);
        block = allocator.reallocate(block, 8 * KB);
        assertThat(usage(category).committed()).isEqualTo(8 * KB);
        assertThat(usage(category).count()).isEqualTo(1);

        assertThat(allocator.reallocate(block, 0)).isZero();
        assertThat(usage(category).committed()).isZero();
        assertThat(usage(category).count()).isZero();
    }

    @Test
    void nothingIsCountedForNothing() {
        Category category = Category.of("NativeMemoryTest nothing");
        TrackedAllocator allocator = NativeMemory.allocator(category);
        assertThat(allocator.allocate(0)).isZero();
        allocator.free(0);
        assertThat(usage(category)).isEqualTo(new CategoryUsage(category.name(), 0, 0, 0, 0, 0, 0));
        assertThatThrownBy(() -> allocator.allocate(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> allocator.reallocate(0, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aFailedReallocationLeavesTheBlockAsItWas() {
        Category category = Category.of("NativeMemoryTest failure");
        TrackedAllocator allocator = NativeMemory.allocator(category);
        long block = allocator.allocate(1 * KB);
        assertThatThrownBy(() -> allocator.allocate(1L << 46)).isInstanceOf(OutOfMemoryError.class);
        assertThatThrownBy(() -> allocator.reallocate(block, 1L << 46)).isInstanceOf(OutOfMemoryError.class);
        assertThat(usage(category).committed()).isEqualTo(1 * KB);
        assertThat(usage(category).count()).isEqualTo(1);
        allocator.free(block);
        assertThat(usage(category).committed()).isZero();
    }

    @Test
    void freeingOneOfTwoLeavesTheOther() {
        Category category = Category.of("NativeMemoryTest two");
        TrackedAllocator allocator = NativeMemory.allocator(category);
        long small = allocator.allocate(128 * KB);
        long large = allocator.allocate(256 * KB);
        assertThat(usage(category).committed()).isEqualTo(384 * KB);
        allocator.free(small);
        assertThat(usage(category).committed()).isEqualTo(256 * KB);
        assertThat(usage(category).peakCommitted()).isEqualTo(384 * KB);
        assertThat(usage(category).countAtPeak()).isEqualTo(2);
        allocator.free(large);
    }

    @Test
    void memoryOfOthersIsRecordedAndReleased() {
        Category category = Category.of("NativeMemoryTest others");
        NativeMemory.record(0x10_0000, 5 * KB, category);
        assertThat(usage(category).committed()).isEqualTo(5 * KB);
        assertThat(NativeMemory.release(0x10_0000)).isTrue();
        assertThat(usage(category).committed()).isZero();

        long unknownFrees = NativeMemory.snapshot().unknownFrees();
        assertThat(NativeMemory.release(0x10_0000)).isFalse();
        assertThat(NativeMemory.snapshot().unknownFrees()).isEqualTo(unknownFrees + 1);
        assertThat(NativeMemory.release(0)).isTrue();
        assertThatThrownBy(() -> NativeMemory.record(0x10_0000, -1, category))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void reservedAndCommittedMayDiffer() {
        Category category = Category.of("NativeMemoryTest reserved");
        NativeMemory.record(0x20_0000, 100 * KB, 10 * KB, category);
        assertThat(usage(category))
                .isEqualTo(new CategoryUsage(category.name(), 100 * KB, 10 * KB, 1, 100 * KB, 10 * KB, 1));
        NativeMemory.release(0x20_0000);
        assertThat(usage(category)).isEqualTo(new CategoryUsage(category.name(), 0, 0, 0, 100 * KB, 10 * KB, 1));
        assertThatThrownBy(() -> NativeMemory.record(0x20_0000, 1, 2, category))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void committedBytesOfARecordedBlockMayChange() {
        Category category = Category.of("NativeMemoryTest commit");
        NativeMemory.record(0x50_0000, 100 * KB, 10 * KB, category);
        assertThat(NativeMemory.commit(0x50_0000, 60 * KB)).isTrue();
        assertThat(usage(category))
                .isEqualTo(new CategoryUsage(category.name(), 100 * KB, 60 * KB, 1, 100 * KB, 60 * KB, 1));
        assertThat(NativeMemory.commit(0x50_0000, 100 * KB)).isTrue();
        assertThat(usage(category).committed()).isEqualTo(100 * KB);
        assertThat(NativeMemory.commit(0x50_0000, 0)).isTrue();
        assertThat(usage(category))
                .isEqualTo(new CategoryUsage(category.name(), 100 * KB, 0, 1, 100 * KB, 100 * KB, 1));

        assertThatThrownBy(() -> NativeMemory.commit(0x50_0000, 100 * KB + 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> NativeMemory.commit(0x50_0000, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(NativeMemory.commit(0x50_1000, 1)).isFalse();
        assertThat(NativeMemory.commit(0, 1)).isFalse();
        assertThat(NativeMemory.release(0x50_0000)).isTrue();
        assertThat(usage(category).reserved()).isZero();
    }

    @Test
    void whatIsNotALiveBlockIsNotFreed() {
        Category category = Category.of("NativeMemoryTest not live");
        // Else it might be a block that was not recorded, and would be given to free, which ends the JVM.
        assertThat(NativeMemory.snapshot().untrackedBlocks()).isZero();
        TrackedAllocator allocator = NativeMemory.allocator(category);
        long block = allocator.allocate(100);
        assertThatThrownBy(() -> allocator.free(block + 8))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Not a live block: 0x" + Long.toHexString(block + 8)
                        + ", which is 8 bytes inside the block of 100 bytes at 0x" + Long.toHexString(block)
                        + " in category " + category.name());
        allocator.free(block);
        assertThatThrownBy(() -> allocator.free(block))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Not a live block: 0x" + Long.toHexString(block)
                        + ", which was freed before, or never allocated here");
        assertThatThrownBy(() -> allocator.reallocate(block, 10)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> allocator.allocate(1L << 46))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessage("Unable to allocate 70368744177664 bytes of native memory for category " + category.name());
        assertThat(usage(category).count()).isZero();
    }

    @Test
    void theTotalIsTheSumOfTheCategories() {
        Category category = Category.of("NativeMemoryTest total");
        NativeMemory.record(0x30_0000, 12345, category);
        Snapshot snapshot = NativeMemory.snapshot();
        assertThat(snapshot.categories().stream()
                        .mapToLong(CategoryUsage::committed)
                        .sum())
                .isEqualTo(snapshot.total().committed());
        assertThat(snapshot.categories().stream()
                        .mapToLong(CategoryUsage::count)
                        .sum())
                .isEqualTo(snapshot.total().count());
        assertThat(snapshot.total().committed())
                .isLessThanOrEqualTo(snapshot.total().peakCommitted());
        NativeMemory.release(0x30_0000);
    }

    @Test
    void aDiffShowsWhatChanged() {
        Category category = Category.of("NativeMemoryTest diff");
        NativeMemory.record(0x40_0000, 1000, category);
        Snapshot baseline = NativeMemory.snapshot();
        NativeMemory.record(0x41_0000, 500, category);
        NativeMemory.release(0x40_0000);

        SnapshotDiff diff = NativeMemory.snapshot().since(baseline);
        assertThat(diff.categories())
                .filteredOn(change -> change.count() != 0 || change.committed() != 0)
                .extracting(change ->
                        change.category() + " " + change.reserved() + " " + change.committed() + " " + change.count())
                .containsExactly(category.name() + " -500 -500 0");
        assertThat(diff.total().reserved()).isEqualTo(-500);
        assertThat(diff.total().committed()).isEqualTo(-500);
        assertThat(diff.total().count()).isZero();
        NativeMemory.release(0x41_0000);
    }

    @Test
    void liveBlocksAreShown() {
        Category category = Category.of("NativeMemoryTest blocks");
        NativeMemory.record(0x50_0000, 77, category);
        List<String> shown = new ArrayList<>();
        NativeMemory.forEachBlock((address, bytes, of) -> {
            if (of == category) {
                shown.add(address + " " + bytes);
            }
        });
        assertThat(shown).containsExactly(0x50_0000 + " 77");
        NativeMemory.release(0x50_0000);
    }

    @Test
    void concurrentAllocationsAndFreesBalance() throws InterruptedException {
        Category category = Category.of("NativeMemoryTest threads");
        TrackedAllocator allocator = NativeMemory.allocator(category);
        AtomicLong handedOver = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 16; t++) {
            threads.add(new Thread(() -> {
                for (int i = 0; i < 5000; i++) {
                    // Swaps a new block for whichever another thread left, so most are freed by a stranger.
                    allocator.free(handedOver.getAndSet(allocator.allocate(1 + i % 100)));
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        allocator.free(handedOver.get());
        assertThat(usage(category).committed()).isZero();
        assertThat(usage(category).count()).isZero();
        assertThat(usage(category).peakCommitted()).isPositive();
    }
}
