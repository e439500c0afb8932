package io.nmt.core.internal.sites;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KindSamplingTest {
    private final KindSampling samplings = new KindSampling(1, 100);

    /** One in 64 times, a leak of threads had no line: its kind had the place of threads that come and go. */
    @Test
    void kindsWhoseNumbersEndAlikeAreApart() {
        Set<CountSampling> all = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < KindSampling.KINDS; i++) {
            all.add(samplings.of(i * KindSampling.KINDS));
        }
        assertThat(all).hasSize(KindSampling.KINDS);
        assertThat(samplings.of(7 * KindSampling.KINDS)).isSameAs(samplings.of(7 * KindSampling.KINDS));
    }

    @Test
    void kindsBeyondTheBoundShareOnes() {
        for (int i = 0; i < KindSampling.KINDS; i++) {
            samplings.of(i + 1);
        }
        CountSampling beyond = samplings.of(2 * KindSampling.KINDS + 5);
        assertThat(beyond).isSameAs(samplings.of(5));
        assertThat(samplings.of(2 * KindSampling.KINDS + 5)).isSameAs(beyond);
    }
}
