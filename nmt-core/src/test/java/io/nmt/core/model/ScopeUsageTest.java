package io.nmt.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScopeUsageTest {
    private static final ScopeName ACME = new ScopeName("tenant", "acme");

    private static ScopeUsage usage(List<ScopeName> names, long bytes, long error, long allocated, String mostAt) {
        return new ScopeUsage(names, bytes, error, 1, allocated, 0, bytes, mostAt, bytes);
    }

    @Test
    void hasItsNamesAsText() {
        assertThat(usage(List.of(), 1, 0, 0, "a").name()).isEqualTo("(no scope)");
        assertThat(usage(List.of(ACME, new ScopeName("request", "42")), 1, 0, 0, "a")
                        .name())
                .isEqualTo("tenant=acme, request=42");
    }

    @Test
    void sumsByTheValuesOfAKey() {
        List<ScopeUsage> sums = ScopeUsage.byKey(
                List.of(
                        usage(List.of(ACME, new ScopeName("request", "1")), 100, 3, 200, "a"),
                        usage(List.of(), 90, 0, ScopeUsage.UNKNOWN, "a"),
                        usage(List.of(ACME, new ScopeName("request", "2")), 50, 4, 70, "a"),
                        usage(List.of(new ScopeName("job", "nightly")), 10, 0, 10, "b"),
                        usage(List.of(new ScopeName("tenant", "other")), 120, 0, 120, "c")),
                "tenant");

        assertThat(sums)
                .containsExactly(
                        new ScopeUsage(List.of(ACME), 150, 5, 2, 270, 0, 100, "a", 150),
                        new ScopeUsage(List.of(new ScopeName("tenant", "other")), 120, 0, 1, 120, 0, 120, "c", 120),
                        new ScopeUsage(List.of(), 100, 0, 2, ScopeUsage.UNKNOWN, 0, 90, "a", 90));
    }
}
