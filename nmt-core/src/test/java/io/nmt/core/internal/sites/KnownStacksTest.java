package io.nmt.core.internal.sites;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KnownStacksTest {
    private final KnownStacks<String> known = new KnownStacks<>();

    @Test
    void findsOnlyTheSameHash() {
        assertThat(known.put(1, "a")).isTrue();

        assertThat(known.get(1)).isEqualTo("a");
        assertThat(known.get(2)).isNull();
        assertThat(known.get(1 + KnownStacks.PLACES)).as("in the same place").isNull();
    }

    @Test
    void keepsAsManyAsItHasPlaces() {
        int added = 0;
        for (int hash = 1; hash <= 2 * KnownStacks.PLACES; hash++) {
            added += known.put(hash, "stack " + hash) ? 1 : 0;
        }
        int found = 0;
        for (int hash = 1; hash <= 2 * KnownStacks.PLACES; hash++) {
            found += known.get(hash) == null ? 0 : 1;
        }

        assertThat(added).isEqualTo(KnownStacks.PLACES);
        assertThat(found).isEqualTo(KnownStacks.PLACES);
    }

    @Test
    void knowsNothingOfStacksThatCannotBeHashed() {
        assertThat(known.put(Backtrace.UNKNOWN, "a")).isFalse();

        assertThat(known.get(Backtrace.UNKNOWN)).isNull();
    }
}
