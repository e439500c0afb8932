package io.nmt.agent.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The times at which slow work is due again, by clocks that the test drives. */
class ProcessorShareTest {
    private static final long MILLI = 1_000_000;

    private final Time time = new Time();
    private final ProcessorShare affordable = new ProcessorShare(time);

    private static final class Time implements ProcessorShare.Clock {
        private long nanos = Long.MAX_VALUE - 5; // as System.nanoTime, which may overflow
        private long processorNanos;

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long processorNanos() {
            return processorNanos;
        }
    }

    private void take(long processorNanos, long waitingNanos) {
        affordable.run(() -> {
            time.processorNanos += processorNanos;
            time.nanos += processorNanos + waitingNanos;
        });
    }

    @Test
    void isDueAtFirstAndAgainAtOnceWhatTheFirstTimeTook() {
        assertThat(affordable.isDue()).isTrue();
        take(500 * MILLI, 0);
        assertThat(affordable.isDue()).isTrue();
    }

    @Test
    void isDueAgainAfterThreeThousandTimesWhatItTookOfAProcessor() {
        take(500 * MILLI, 0);
        take(4 * MILLI, 900 * MILLI);

        assertThat(affordable.isDue()).isFalse();
        time.nanos += 12_000 * MILLI - 1;
        assertThat(affordable.isDue()).isFalse();
        time.nanos++;
        assertThat(affordable.isDue()).isTrue();
    }

    @Test
    void whatFailsHasAlsoTakenItsTime() {
        take(0, 0);
        try {
            affordable.run(() -> {
                time.processorNanos += MILLI;
                throw new IllegalStateException("of the test");
            });
        } catch (IllegalStateException e) {
            assertThat(affordable.isDue()).isFalse();
            return;
        }
        throw new AssertionError("the error must reach the caller");
    }
}
