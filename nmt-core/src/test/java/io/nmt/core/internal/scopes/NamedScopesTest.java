package io.nmt.core.internal.scopes;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.ScopeName;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

class NamedScopesTest {
    private static final int NO_KEY_MORE = 4;

    private static int inside(int outer, String key, String value) {
        return NamedScopes.of(outer, key, value);
    }

    private static int outermost(String key, String value) {
        return NamedScopes.of(NamedScopes.NONE, key, value);
    }

    @Test
    void aNameHasOneNumber() {
        int acme = outermost("tenant", "acme");

        assertThat(outermost("tenant", "acme")).isEqualTo(acme);
        assertThat(outermost("tenant", "other")).isNotEqualTo(acme);
        assertThat(NamedScopes.names(acme)).containsExactly(new ScopeName("tenant", "acme"));
        assertThat(NamedScopes.text(acme)).isEqualTo("tenant=acme");
        assertThat(NamedScopes.text(NamedScopes.NONE)).isNull();
    }

    @Test
    void keysAddUpAndTheInnermostOfOneKeyCounts() {
        int acme = outermost("tenant", "acme");
        int request = inside(acme, "request", "42");

        assertThat(NamedScopes.text(request)).isEqualTo("tenant=acme, request=42");
        assertThat(NamedScopes.text(inside(request, "tenant", "other"))).isEqualTo("tenant=other, request=42");
        assertThat(inside(request, "request", "42")).isEqualTo(request);
    }

    @Test
    void aKeyCanBeTakenAway() {
        int acme = outermost("tenant", "acme");
        int request = inside(acme, "request", "42");

        assertThat(NamedScopes.without(request, "request")).isEqualTo(acme);
        assertThat(NamedScopes.without(request, "colour")).isEqualTo(request);
        assertThat(NamedScopes.without(acme, "tenant")).isEqualTo(NamedScopes.NONE);
        assertThat(NamedScopes.without(NamedScopes.NONE, "tenant")).isEqualTo(NamedScopes.NONE);
        assertThat(NamedScopes.without(NamedScopes.OTHERS, "tenant")).isEqualTo(NamedScopes.NONE);
    }

    @Test
    void theFirstCharactersCount() {
        String prefix = "x".repeat(100);

        assertThat(outermost("long", prefix + "1")).isEqualTo(outermost("long", prefix + "2"));
    }

    @Test
    void keysBeyondTheMostCountToTheScopeAround() {
        int outer = NamedScopes.NONE;
        for (int i = 0; i < NO_KEY_MORE; i++) {
            outer = inside(outer, "key" + i, "");
        }
        assertThat(NamedScopes.names(outer)).hasSize(NO_KEY_MORE);
        assertThat(inside(outer, "more", "")).isEqualTo(outer);
    }

    @Test
    void aSampleHasTheThreadAndTheScope() {
        int scope = outermost("sample", "one");
        int number = ScopedThreads.number(17, scope);

        assertThat(ScopedThreads.number(17, scope)).isEqualTo(number);
        assertThat(number).isLessThan(ScopedThreads.MAX).isLessThan(1 << 16);
        assertThat(ScopedThreads.threadId(number)).isEqualTo(17);
        assertThat(ScopedThreads.scopeId(number)).isEqualTo(scope);
        assertThat(ScopedThreads.scopeId(17)).isEqualTo(NamedScopes.NONE);
        assertThat(ScopedThreads.threadId(17)).isEqualTo(17);
    }

    @Test
    void beyondTheBoundOfPairsTheScopeIsKept() {
        AtomicIntegerArray pairs = new AtomicIntegerArray(1 << ScopedThreads.PAIR_BITS);
        Set<Integer> numbers = new HashSet<>();
        for (int scope = 2000; scope < 2010; scope++) {
            for (int thread = 0; thread < 1 << 12; thread++) {
                int number = ScopedThreads.number(thread, scope, pairs);
                if (number < ScopedThreads.FIRST_PAIR) {
                    assertThat(ScopedThreads.scopeId(number)).isEqualTo(scope);
                    assertThat(ScopedThreads.threadId(number)).isZero();
                } else {
                    assertThat(numbers.add(number)).isTrue();
                    assertThat(ScopedThreads.number(thread, scope, pairs)).isEqualTo(number);
                }
            }
        }
        assertThat(numbers).hasSizeBetween(1 << 14, 1 << 15);
    }
}
