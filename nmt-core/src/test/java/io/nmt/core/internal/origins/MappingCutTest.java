package io.nmt.core.internal.origins;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MappingCutTest {
    private static final int MAPPED_FILE = Category.MAPPED_FILE.id();
    private static final long PAGE = 4096;
    private static final long START = 1L << 46; // where no system maps

    private final List<String> told = new ArrayList<>();
    private final MappingCut.Books books = new MappingCut.Books() {
        @Override
        public void changed(long address, long bytesBefore, long bytesAfter) {
            told.add((address - START) / PAGE + ": " + bytesBefore + " to " + bytesAfter);
        }

        @Override
        public void missed() {
            told.add("missed");
        }
    };

    @AfterEach
    void forget() {
        for (Origin origin : Origins.of(MAPPED_FILE)) {
            Origins.closed(origin.address());
        }
    }

    private void cut(int fromPage, int toPage) {
        MappingCut.cut(START + fromPage * PAGE, START + toPage * PAGE, PAGE, books);
    }

    private static List<String> mappings() {
        return Origins.of(MAPPED_FILE).stream()
                .map(origin -> (origin.address() - START) / PAGE + "+" + origin.bytes() + " " + origin.threadName())
                .toList();
    }

    @Test
    void whatIsLeftIsStillFromTheOneWhoMappedIt() throws InterruptedException {
        Thread thread = new Thread(() -> Origins.opened(START, 10 * PAGE - 1, MAPPED_FILE), "mapper");
        thread.start();
        thread.join();

        cut(2, 4);

        assertThat(told).containsExactly("0: 40959 to 8192", "4: 0 to 24575");
        assertThat(mappings()).containsExactly("0+8192 mapper", "4+24575 mapper");

        told.clear();
        cut(1, 20);

        assertThat(told).containsExactly("4: 24575 to 0", "0: 8192 to 4096");
        assertThat(mappings()).containsExactly("0+4096 mapper");

        told.clear();
        cut(1, 20);
        assertThat(told).isEmpty();
    }

    /** As when that thread was preempted, or an error has kept it from ever going on. */
    @Test
    void isNotWaitedForByOthers() {
        Origins.opened(START, 10 * PAGE, MAPPED_FILE);
        Origins.opened(START + 10 * PAGE, 10 * PAGE, MAPPED_FILE);
        Entry claimed = Origins.OfMappings.LIVE.get(START + 10 * PAGE);
        assertThat(claimed.claim(new Thread("another"))).isTrue();

        cut(8, 12);

        assertThat(told).containsExactly("missed", "0: 40960 to 32768");
        assertThat(Origins.OfMappings.LIVE.get(START + 10 * PAGE)).isSameAs(claimed);

        told.clear();
        claimed.cutter = null;
        cut(8, 12);
        assertThat(told).containsExactly("10: 40960 to 0", "12: 0 to 32768");
    }

    @Test
    void anErrorLeavesNothingClaimed() {
        Origins.opened(START, 10 * PAGE, MAPPED_FILE);
        StackOverflowError planted = new StackOverflowError();
        MappingCut.Books failing = new MappingCut.Books() {
            @Override
            public void changed(long address, long bytesBefore, long bytesAfter) {
                throw planted;
            }

            @Override
            public void missed() {
                told.add("missed");
            }
        };
        try {
            MappingCut.cut(START + 2 * PAGE, START + 4 * PAGE, PAGE, failing);
        } catch (StackOverflowError e) {
            assertThat(e).isSameAs(planted);
        }

        cut(0, 10);

        assertThat(told).doesNotContain("missed");
        assertThat(mappings()).isEmpty();
    }
}
