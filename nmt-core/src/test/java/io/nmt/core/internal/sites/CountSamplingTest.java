package io.nmt.core.internal.sites;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The share of objects that is sampled follows their rate. */
class CountSamplingTest {
    private static final long SECOND = 1_000_000_000 / SampleRecord.NANOS_PER_UNIT;
    private static final int MANY = 1_000_000;

    @Test
    void aBurstThatIsOverHidesNothingForLong() {
        CountSampling sampling = new CountSampling(1 << 12, 100);
        long now = SampleRecord.now();
        for (int i = 0; i < 2_000; i++) {
            sampling.sampled(now, 0, MANY);
        }
        assertThat(most(sampling)).as("in the burst").isGreaterThanOrEqualTo(1 << 10);
        for (int i = 1; i <= 3; i++) {
            sampling.sampled(now + i * 10L * SECOND, 0, MANY);
        }
        assertThat(most(sampling)).as("some samples later").isEqualTo(1);
    }

    private static int most(CountSampling sampling) {
        int most = 0;
        for (int i = 0; i < MANY && most == 0; i++) {
            most = sampling.weight();
        }
        return most;
    }
}
