package io.nmt.core.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.blocks.BlockRecord;
import io.nmt.core.categories.Category;
import io.nmt.core.origins.Origins;
import io.nmt.core.origins.ThreadUsage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

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
        assertThat(Tracker.snapshot().category(CATEGORY.name()).committed()).isEqualTo(1370);
        List<String> blocks = new ArrayList<>();
        Tracker.forEachBlock((address, bytes, category) -> blocks.add(category.name() + " " + bytes));
        assertThat(blocks).contains("TrackerTest 1000", "TrackerTest 300", "TrackerTest 70");

        Thread other = new Thread(() -> Tracker.freed(FIRST));
        other.start();
        other.join();
        assertThat(Origins.byThread(ID)).containsExactly(new ThreadUsage(self.getId(), self.getName(), 300, 1));

        assertThat(BlockRecord.bytes(Tracker.freed(SECOND))).isEqualTo(300);
        assertThat(Origins.byThread(ID)).isEmpty();
        Tracker.freed(WITHOUT_ORIGIN);
        assertThat(Tracker.snapshot().category(CATEGORY.name()).committed()).isZero();
    }

    private static void opened(long address, long bytes) {
        assertThat(Tracker.allocatedWithOrigin(Tracker.current(), address, bytes, ID))
                .isTrue();
        Origins.opened(address, bytes, ID);
    }
}
