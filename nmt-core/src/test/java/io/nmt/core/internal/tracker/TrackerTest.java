package io.nmt.core.internal.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.internal.blocks.BlockRecord;
import io.nmt.core.internal.origins.Origins;
import io.nmt.core.model.Category;
import io.nmt.core.model.Snapshot;
import io.nmt.core.model.ThreadUsage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

@SuppressWarnings("deprecation") // of Thread.getId, for which JDK 17 has no other
class TrackerTest {
    private static final Category CATEGORY = Category.of("TrackerTest");
    private static final int ID = CATEGORY.id();
    private static final long FIRST = 0x7000_0000_1000L;
    private static final long SECOND = 0x7000_0000_2000L;
    private static final long WITHOUT_ORIGIN = 0x7000_0000_3000L;

    @Test
    void anOriginLastsAsLongAsItsBlock() throws InterruptedException {
        Thread self = Thread.currentThread();
        opened(FIRST, 1000);
        opened(SECOND, 300);
        Tracker.allocated(WITHOUT_ORIGIN, 70, ID);

        assertThat(Origins.byThread(ID)).containsExactly(new ThreadUsage(self.getId(), self.getName(), 1300, 2));
        assertThat(TrackedMemory.snapshot().category(CATEGORY.name()).committed())
                .isEqualTo(1370);
        List<String> blocks = new ArrayList<>();
        TrackedMemory.forEachBlock((address, bytes, category) -> blocks.add(category.name() + " " + bytes));
        assertThat(blocks).contains("TrackerTest 1000", "TrackerTest 300", "TrackerTest 70");

        Thread other = new Thread(() -> Tracker.freed(FIRST));
        other.start();
        other.join();
        assertThat(Origins.byThread(ID)).containsExactly(new ThreadUsage(self.getId(), self.getName(), 300, 1));

        assertThat(BlockRecord.bytes(Tracker.freed(SECOND))).isEqualTo(300);
        assertThat(Origins.byThread(ID)).isEmpty();
        Tracker.freed(WITHOUT_ORIGIN);
        assertThat(TrackedMemory.snapshot().category(CATEGORY.name()).committed())
                .isZero();
    }

    /** C frees a block, and its address comes back for one in another category. */
    @Test
    void aBlockThatWasFreedElsewhereLeavesItsCategoryAndTheListsOfSingleBlocks() {
        Category other = Category.of("TrackerTest other");
        long address = 0x7000_0000_4000L;
        long before = TrackedMemory.snapshot().freedElsewhere();
        opened(address, 1000);
        Tracker.allocated(address, 30, other.id());

        Snapshot replaced = TrackedMemory.snapshot();
        assertThat(replaced.freedElsewhere()).isEqualTo(before + 1);
        assertThat(replaced.category(CATEGORY.name()).committed()).isZero();
        assertThat(replaced.category(CATEGORY.name()).count()).isZero();
        assertThat(replaced.category(other.name()).committed()).isEqualTo(30);
        assertThat(replaced.category(other.name()).count()).isEqualTo(1);
        assertThat(Origins.byThread(ID)).isEmpty();

        Tracker.reserved(address, 5000, 2000, ID);
        Tracker.reserved(address, 700, 40, ID);
        assertThat(TrackedMemory.snapshot().category(CATEGORY.name()).reserved())
                .isEqualTo(700);
        assertThat(TrackedMemory.snapshot().category(other.name()).count()).isZero();
        Tracker.freed(address);
        assertThat(TrackedMemory.snapshot().category(CATEGORY.name()).reserved())
                .isZero();
        assertThat(TrackedMemory.snapshot().freedElsewhere()).isEqualTo(before + 3);
    }

    /** C frees blocks that are not known to be given to it: at first the books have all of one address. */
    @Test
    void addressesThatComeBackAgainAndAgainAreOnTheBooksOnce() {
        Category often = Category.of("TrackerTest often");
        long address = 0x7000_0000_8000L;
        long other = 0x7000_0009_0000L;
        long before = TrackedMemory.snapshot().freedElsewhere();
        Tracker.allocated(Tracker.current(), other, 10, often.id());
        Tracker.allocated(Tracker.current(), other, 10, often.id());
        // As often as two windows have room, and once more.
        for (int i = 0; i < 100; i++) {
            Tracker.allocated(Tracker.current(), address, 1000 + i, often.id());
        }
        Tracker.allocated(Tracker.current(), other, 20, often.id());

        Snapshot snapshot = TrackedMemory.snapshot();
        assertThat(snapshot.category(often.name()).count()).isEqualTo(2);
        assertThat(snapshot.category(often.name()).committed()).isEqualTo(1099 + 20);
        assertThat(snapshot.freedElsewhere()).isEqualTo(before + 101);
        Tracker.freed(address);
        Tracker.freed(other);
        assertThat(TrackedMemory.snapshot().category(often.name()).committed()).isZero();
    }

    private static void opened(long address, long bytes) {
        assertThat(Tracker.allocatedWithOrigin(Tracker.current(), address, bytes, ID))
                .isTrue();
        Origins.opened(address, bytes, ID);
    }
}
