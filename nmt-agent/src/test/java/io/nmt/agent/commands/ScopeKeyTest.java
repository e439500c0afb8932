package io.nmt.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nmt.core.model.ScopeName;
import io.nmt.core.model.ScopeUsage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sums of named scopes by a key that is called as the option's own value. */
class ScopeKeyTest {
    private static final List<ScopeUsage> SCOPES = List.of(scope("a", "1"), scope("a", "2"), scope("b", "1"));

    private static ScopeUsage scope(String scope, String tenant) {
        return new ScopeUsage(
                List.of(new ScopeName("scope", scope), new ScopeName("tenant", tenant)),
                1024,
                0,
                1,
                1024,
                0,
                0,
                "x",
                1);
    }

    @Test
    void anEqualsSignAsksForTheKey() throws Exception {
        assertThat(FixedAnswers.scopes(SCOPES, "by=scope=")).contains("scope=a").doesNotContain("tenant=1");
        assertThat(FixedAnswers.scopes(SCOPES, "by=scope")).contains("scope=a, tenant=1");
        assertThat(FixedAnswers.scopes(SCOPES, "by=tenant="))
                .contains("tenant=1")
                .doesNotContain("scope=a");
        assertThatThrownBy(() -> FixedAnswers.scopes(SCOPES, "by=x"))
                .hasMessageContaining("allowed: scope=, tenant, scope");
    }
}
