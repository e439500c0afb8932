package io.nmt.core.internal.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.internal.scopes.NamedScopes;
import io.nmt.core.internal.scopes.ScopedThreads;
import org.junit.jupiter.api.Test;

class SampleRecordTest {
    @Test
    void keepsTheLargestOfAll() {
        long entry = SampleRecord.of(2 * SampleRecord.MAX_SITES - 1, SampleRecord.MAX_THREADS - 1, 0xFFFF_FFFFL);

        assertThat(SampleRecord.siteId(entry)).isEqualTo(2 * SampleRecord.MAX_SITES - 1);
        assertThat(SampleRecord.threadId(entry)).isEqualTo(SampleRecord.MAX_THREADS - 1);
        assertThat(SampleRecord.time(entry)).isEqualTo(0xFFFF_FFFFL);
        assertThat(entry).isPositive();
    }

    @Test
    void hasTheScopeBesideTheThread() {
        int scope = NamedScopes.of(NamedScopes.NONE, "tenant", "SampleRecordTest");
        long entry = SampleRecord.of(5, ScopedThreads.number(7, scope), 9);

        assertThat(SampleRecord.siteId(entry)).isEqualTo(5);
        assertThat(SampleRecord.threadId(entry)).isEqualTo(7);
        assertThat(SampleRecord.scopeId(entry)).isEqualTo(scope);
        assertThat(SampleRecord.time(entry)).isEqualTo(9);
        assertThat(SampleRecord.withoutTime(entry)).isEqualTo(SampleRecord.of(5, 7, 0));
        assertThat(SampleRecord.scopeId(SampleRecord.of(5, 7, 9))).isEqualTo(NamedScopes.NONE);
    }

    @Test
    void isNeverNone() {
        assertThat(SampleRecord.of(1, 0, 0)).isNotZero();
    }
}
