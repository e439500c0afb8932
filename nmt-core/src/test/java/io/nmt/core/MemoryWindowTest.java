package io.nmt.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Activity;
import io.nmt.core.model.Category;
import org.junit.jupiter.api.Test;

class MemoryWindowTest {
    private static final Category CATEGORY = Category.of("MemoryWindowTest");
    private static final TrackedAllocator ALLOCATOR = NativeMemory.allocator(CATEGORY);

    // Peaks may lag by this much for each thread.
    private static final long LAG_BYTES = 64 << 10;

    @Test
    void whatIsAllocatedAndWhatStaysIsExact() {
        long before = ALLOCATOR.allocate(700);
        try (MemoryWindow window = MemoryWindow.open()) {
            long kept = ALLOCATOR.allocate(100);
            ALLOCATOR.free(ALLOCATOR.allocate(50));
            assertThat(activity(window))
                    .extracting(
                            Activity::allocatedBytes,
                            Activity::allocatedBlocks,
                            Activity::liveBytes,
                            Activity::liveBlocks)
                    .containsExactly(150L, 2L, 100L, 1L);
            ALLOCATOR.free(before);
            assertThat(activity(window).liveBytes()).isEqualTo(-600);
            ALLOCATOR.free(kept);
        }
    }

    @Test
    void aPeakIsFoundBelowThatOfAllTime() {
        ALLOCATOR.free(ALLOCATOR.allocate(50 << 20));
        try (MemoryWindow window = MemoryWindow.open()) {
            ALLOCATOR.free(ALLOCATOR.allocate(2 << 20));
            ALLOCATOR.free(ALLOCATOR.allocate(5 << 20));
            ALLOCATOR.free(ALLOCATOR.allocate(1 << 20));
            // 1 % of the most ever is more than the lag of a thread.
            assertThat(activity(window).peakBytes()).isBetween((5L << 20) - (50 << 20) / 100, 5L << 20);
        }
    }

    @Test
    void windowsMayOverlapAndACloseEndsTheOwnPeakAlone() {
        MemoryWindow outer = MemoryWindow.open();
        long kept = ALLOCATOR.allocate(4 << 20);
        MemoryWindow inner = MemoryWindow.open();
        ALLOCATOR.free(ALLOCATOR.allocate(1 << 20));
        inner.close();
        inner.close();
        ALLOCATOR.free(ALLOCATOR.allocate(8 << 20));
        ALLOCATOR.free(kept);
        assertThat(activity(inner).peakBytes()).isBetween((1L << 20) - LAG_BYTES * 8, 1L << 20);
        assertThat(activity(outer).peakBytes()).isBetween((12L << 20) - LAG_BYTES * 8, 12L << 20);
        outer.close();
    }

    @Test
    void withoutTheAgentNoSiteIsKnown() {
        try (MemoryWindow window = MemoryWindow.open()) {
            ALLOCATOR.free(ALLOCATOR.allocate(1 << 20));
            assertThat(window.live()).isEmpty();
            assertThat(window.peaks()).isEmpty();
            assertThat(window.total().allocatedBlocks()).isPositive();
        }
    }

    private static Activity activity(MemoryWindow window) {
        return window.categories().stream()
                .filter(activity -> activity.category().equals(CATEGORY.name()))
                .findFirst()
                .orElseThrow();
    }
}
