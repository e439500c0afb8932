package io.nmt.core.internal.counters;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;

/**
 * Sequences of allocations and frees by several threads that come and go, on the counters and on a model that knows the
 * true peaks. The threads take turns: what they do at once is the stress tests' matter.
 */
class CountersFuzzTest {
    /** Within the first array of a thread's counters, at its end, behind it, and the last one. */
    private static final int[] CATEGORIES = {1, 2, 15, 16, 32, 255};

    /** Around the limit that makes a thread publish its changes, and far from it. */
    private static final int[] SIZES_BYTES = {0, 1, 100, 5_000, 9_000, 13_000, 16_383, 16_384, 16_385, 40_000, 3_000_000
    };

    private static final int THREADS = 6;

    @FuzzTest
    void agreesWithTheTruth(FuzzedDataProvider data) {
        Run run = new Run(data.consumeBoolean());
        while (data.remainingBytes() > 0) {
            int thread = data.consumeInt(0, THREADS - 1);
            switch (data.consumeInt(0, 9)) {
                case 0, 1, 2, 3 -> run.allocate(thread, data.pickValue(CATEGORIES), data.pickValue(SIZES_BYTES));
                case 4, 5, 6 -> run.free(thread, data.consumeInt(0, 1000));
                case 7 -> run.reserve(data.pickValue(CATEGORIES), data.pickValue(SIZES_BYTES));
                case 8 -> run.end(thread);
                default -> run.read();
            }
            run.checkPeaks();
        }
        run.read();
    }

    private record Block(int category, int bytes) {}

    private static final class Run {
        private final boolean exact;
        private final Counters counters = new Counters();
        private final ThreadCounters[] threads = new ThreadCounters[THREADS];
        private final List<Block> blocks = new ArrayList<>();
        private final Truth[] truths = new Truth[256];
        private int threadsEver;
        private boolean emptyBlocks;

        Run(boolean exact) {
            this.exact = exact;
            if (exact) {
                counters.peaks().makeExact();
            }
            truths[0] = new Truth();
            for (int category : CATEGORIES) {
                truths[category] = new Truth();
            }
        }

        private ThreadCounters thread(int thread) {
            if (threads[thread] == null) {
                threads[thread] = counters.register(new ThreadCounters(counters, false));
                threadsEver++;
            }
            return threads[thread];
        }

        void allocate(int thread, int category, int bytes) {
            thread(thread).allocated(category, bytes);
            emptyBlocks |= bytes == 0;
            blocks.add(new Block(category, bytes));
            truths[category].change(bytes, 1);
            truths[0].change(bytes, 1);
        }

        void free(int thread, int index) {
            if (blocks.isEmpty()) {
                return;
            }
            Block block = blocks.remove(index % blocks.size());
            thread(thread).freed(block.category, block.bytes);
            truths[block.category].change(-block.bytes, -1);
            truths[0].change(-block.bytes, -1);
        }

        void reserve(int category, int bytes) {
            counters.peaks().addUncommitted(category, bytes);
            truths[category].reserve(bytes);
            truths[0].reserve(bytes);
        }

        /** As if the collector had noticed that the thread is gone. */
        void end(int thread) {
            if (threads[thread] != null) {
                threads[thread].entry.clear();
                threads[thread] = null;
            }
        }

        void read() {
            CounterSums sums = counters.read();
            for (int id = 0; id < truths.length; id++) {
                Truth truth = truths[id];
                if (truth != null) {
                    assertThat(sums.liveBytes(id)).isEqualTo(truth.liveBytes);
                    assertThat(sums.liveBlocks(id)).isEqualTo(truth.liveBlocks);
                    assertThat(counters.peaks().uncommittedBytes(id)).isEqualTo(truth.uncommittedBytes);
                    assertThat(counters.peaks().peakBytes(id)).isGreaterThanOrEqualTo(truth.liveBytes);
                }
            }
        }

        void checkPeaks() {
            for (int id = 0; id < truths.length; id++) {
                Truth truth = truths[id];
                if (truth != null) {
                    long mayLag = exact ? 0 : Math.max(truth.peakBytes / 100, 65_536L * threadsEver);
                    assertThat(counters.peaks().peakBytes(id))
                            .as("peak of category %d", id)
                            .isBetween(truth.peakBytes - mayLag, truth.peakBytes);
                    if (exact) {
                        assertThat(counters.peaks().peakReservedBytes(id)).isEqualTo(truth.peakReservedBytes);
                        // Blocks of no bytes change no peak, and are published with the next block that does.
                        if (!emptyBlocks) {
                            assertThat(counters.peaks().blocksAtPeak(id)).isEqualTo(truth.blocksAtPeak);
                        }
                    }
                }
            }
        }
    }

    private static final class Truth {
        private long liveBytes;
        private long liveBlocks;
        private long uncommittedBytes;
        private long peakBytes;
        private long blocksAtPeak;
        private long peakReservedBytes;

        void change(long bytes, int blocks) {
            liveBytes += bytes;
            liveBlocks += blocks;
            if (liveBytes > peakBytes) {
                peakBytes = liveBytes;
                blocksAtPeak = liveBlocks;
            }
            reserve(0);
        }

        void reserve(long bytes) {
            uncommittedBytes += bytes;
            peakReservedBytes = Math.max(peakReservedBytes, liveBytes + uncommittedBytes);
        }
    }
}
