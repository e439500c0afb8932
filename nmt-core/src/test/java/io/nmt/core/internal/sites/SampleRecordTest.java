package io.nmt.core.internal.sites;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SampleRecordTest {
    @Test
    void keepsTheLargestOfAll() {
        long entry = SampleRecord.of(SampleRecord.MAX_SITES - 1, SampleRecord.MAX_THREADS - 1, 0xFFFF_FFFFL);

        assertThat(SampleRecord.siteId(entry)).isEqualTo(SampleRecord.MAX_SITES - 1);
        assertThat(SampleRecord.threadId(entry)).isEqualTo(SampleRecord.MAX_THREADS - 1);
        assertThat(SampleRecord.time(entry)).isEqualTo(0xFFFF_FFFFL);
    }

    @Test
    void isNeverNone() {
        assertThat(SampleRecord.of(1, 0, 0)).isNotZero();
    }
}
