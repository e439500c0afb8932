package io.nmt.core.internal.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.core.NativeMemory;
import io.nmt.core.internal.jdk.JdkInternals;
import io.nmt.core.internal.origins.Origin;
import io.nmt.core.internal.origins.Origins;
import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MappingsTest {
    private static final long START = 1L << 45; // where no system maps
    private static final int THREADS = 4;
    private static final int PAGES = 64;
    private static final int ROUNDS = 500;

    private static long pageBytes;

    @BeforeAll
    static void asInTheAgent() {
        assumeTrue(JdkInternals.access() != null);
        pageBytes = JdkInternals.access().pageSize();
    }

    /** Each thread unmaps every fourth page of one mapping. */
    @Test
    void manyUnmapPartsOfOneMapping() throws Exception {
        Snapshot before = NativeMemory.snapshot();
        CyclicBarrier begin = new CyclicBarrier(THREADS, () -> Mappings.mapped(START, PAGES * pageBytes, false, null));
        CyclicBarrier end = new CyclicBarrier(THREADS);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int first = i;
            Thread thread = new Thread(() -> unmap(first, begin, end));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        Snapshot after = NativeMemory.snapshot();
        // A thread that finds another one at work for long steps aside, and says so: what it did not unmap is found
        // when it is
        // mapped again.
        long lost = after.untrackedBlocks() - before.untrackedBlocks();
        assertThat(mapped(after) - mapped(before)).isBetween(0L, lost);
        assertThat(after.unknownFrees() - before.unknownFrees()).isBetween(0L, lost);
        Mappings.unmapping(START, PAGES * pageBytes);
        assertThat(mapped(NativeMemory.snapshot())).isEqualTo(mapped(before));
        assertThat(Origins.of(Category.MAPPED_FILE.id()))
                .extracting(Origin::address)
                .isEmpty();
    }

    private static void unmap(int first, CyclicBarrier begin, CyclicBarrier end) {
        try {
            for (int round = 0; round < ROUNDS; round++) {
                begin.await();
                for (int page = first; page < PAGES; page += THREADS) {
                    Mappings.unmapping(START + page * pageBytes, pageBytes);
                }
                end.await();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static long mapped(Snapshot snapshot) {
        return snapshot.categories().stream()
                .filter(usage -> usage.category().equals(Category.MAPPED_FILE.name()))
                .mapToLong(CategoryUsage::count)
                .sum();
    }
}
