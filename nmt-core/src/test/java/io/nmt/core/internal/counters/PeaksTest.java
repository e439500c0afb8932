package io.nmt.core.internal.counters;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.internal.concurrent.FullHeap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The bound of peaks, whatever others do at the moment. */
class PeaksTest {
    private static final int A = 1;
    private static final int B = 2;
    private static final int CHURNED = 3;
    private static final int ALL = 0;
    private static final long KB = 1024;
    private static final long MB = 1024 * KB;

    private final Counters counters = new Counters();
    private final ThreadCounters first = register();
    private final ThreadCounters second = register();

    private ThreadCounters register() {
        return counters.register(new ThreadCounters(counters, false));
    }

    /** Readers used to keep the thread from lifting its own peak. */
    @Test
    void aBlockThatIsFreedAtOnceIsInThePeakWhileOthersRead() throws InterruptedException {
        peaksOfMomentsWhile(counters::read);
    }

    /** Blocks of another thread during a lift used to be missing in it. */
    @Test
    void aBlockThatIsFreedAtOnceIsInThePeakWhileOthersCount() throws InterruptedException {
        ThreadCounters other = register();
        peaksOfMomentsWhile(() -> {
            for (int i = 0; i < 64; i++) {
                other.allocated(CHURNED, 40_000);
            }
            for (int i = 0; i < 64; i++) {
                other.freed(CHURNED, 40_000);
            }
        });
    }

    private void peaksOfMomentsWhile(Runnable meanwhile) throws InterruptedException {
        AtomicBoolean stop = new AtomicBoolean();
        Thread thread = new Thread(() -> {
            while (!stop.get()) {
                meanwhile.run();
            }
        });
        thread.start();
        try {
            for (int category = 10; category < 250; category++) {
                long bytes = 100 * MB + category * MB;
                first.allocated(category, 1000);
                first.allocated(category, bytes);
                long before = counters.peaks().peakBytes(ALL);
                first.freed(category, bytes);
                assertThat(counters.peaks().peakBytes(category))
                        .as("category %d", category)
                        .isBetween(bytes * 99 / 100, bytes + 1000);
                assertThat(before).as("total of %d", category).isGreaterThanOrEqualTo(bytes * 99 / 100);
            }
        } finally {
            stop.set(true);
            thread.join();
        }
    }

    /** Without heap to look at what others have not published, each is taken to have freed what it can. */
    @Test
    void inAFullHeapAPeakIsLowByTheLimitOfEachThreadAndIsFoundAfterwards() {
        second.allocated(A, 100 * MB);
        second.freed(A, 10 * KB); // not published
        FullHeap.meet();
        first.allocated(A, 500 * MB);
        assertThat(counters.peaks().peakBytes(A))
                .isBetween(600 * MB - 2 * Peaks.PUBLISH_LIMIT_BYTES, 600 * MB - 10 * KB);
        counters.read();
        assertThat(counters.peaks().peakBytes(A)).isEqualTo(600 * MB - 10 * KB);
        while (FullHeap.isExpected()) { // it is this JVM's, for a second
            Thread.onSpinWait();
        }
    }

    @Test
    void blocksOfTwoThreadsAtOnceAreInThePeak() {
        first.allocated(A, 500 * MB);
        second.allocated(A, 700 * MB);
        first.freed(A, 500 * MB);
        second.freed(A, 700 * MB);
        assertThat(counters.peaks().peakBytes(A)).isEqualTo(1200 * MB);
        assertThat(counters.peaks().peakBytes(ALL)).isEqualTo(1200 * MB);
        assertThat(counters.peaks().blocksAtPeak(A)).isEqualTo(2);
    }

    @Test
    void whatIdleAndEndedThreadsHaveNotPublishedIsInThePeak() {
        ThreadCounters ended = register();
        for (ThreadCounters thread : new ThreadCounters[] {second, ended}) {
            thread.allocated(A, 100 * KB);
            thread.freed(A, 95 * KB);
            thread.allocated(A, 10 * KB);
        }
        ended.entry.clear();
        counters.read();
        first.allocated(A, 10 * MB);
        first.freed(A, 10 * MB);
        assertThat(counters.peaks().peakBytes(A)).isEqualTo(10 * MB + 30 * KB);
    }

    /**
     * As if an error had struck between the two writes of a publication: the total has it, and the thread does not
     * know.
     */
    @Test
    void aTotalThatAnErrorHasLeftTooLowIsMended() {
        first.allocated(A, 10 * MB);
        counters.peaks().publish(A, -8 * MB, 0);
        counters.read();
        second.allocated(A, 5 * MB);
        second.freed(A, 5 * MB);
        assertThat(counters.peaks().peakBytes(A)).isEqualTo(15 * MB);
        assertThat(counters.peaks().peakBytes(ALL)).isEqualTo(15 * MB);
    }

    /** As if an error had struck there the other way round, and the thread had then ended. */
    @Test
    void aThreadThatEndsInAPublicationIsMended() {
        first.allocated(A, 10 * MB);
        ThreadCounters struck = register();
        struck.allocated(A, 1 * MB);
        struck.words()[A * ThreadCounters.WORDS_PER_CATEGORY + ThreadCounters.ALLOCATED_BYTES] += 4 * MB;
        struck.words()[A * ThreadCounters.WORDS_PER_CATEGORY + ThreadCounters.PUBLISHED_BYTES] += 4 * MB;
        struck.words()[ThreadCounters.PUBLICATIONS]++;
        counters.read();
        struck.entry.clear();
        counters.read();
        second.allocated(B, 5 * MB);
        second.freed(B, 5 * MB);
        assertThat(counters.peaks().peakBytes(ALL)).isEqualTo(20 * MB);
        assertThat(counters.read().liveBytes(A)).isEqualTo(15 * MB);
    }

    /** A publication that an error has struck is made good by the thread's next one. */
    @Test
    void aThreadThatGoesOnAfterAnErrorPublishesAgain() {
        first.allocated(A, 10 * MB);
        first.words()[ThreadCounters.PUBLICATIONS]++;
        assertThat(first.publications()).isEqualTo(ThreadCounters.PUBLISHING);
        first.allocated(A, 1 * MB);
        assertThat(first.publications()).isNotEqualTo(ThreadCounters.PUBLISHING);
        assertThat(counters.peaks().peakBytes(A)).isEqualTo(11 * MB);
    }
}
