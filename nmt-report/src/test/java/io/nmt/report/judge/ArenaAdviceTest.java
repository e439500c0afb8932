package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.Component;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArenaAdviceTest {
    private static String verdict(int arenas) {
        return Readings.of(Component.MALLOC_FREE, 288).arenas(arenas).verdicts().get(0);
    }

    @Test
    void fewerArenasAreAdvisedWhereThereAreMany() {
        assertThat(verdict(3)).contains("in 3 arenas.", "MALLOC_ARENA_MAX=2");
    }

    /** As where the variable, or a tunable of glibc, bounds them already. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void notWhereThereAreFew(int arenas) {
        assertThat(verdict(arenas))
                .contains(arenas == 1 ? "in 1 arena." : "in 2 arenas.")
                .doesNotContain("MALLOC_ARENA_MAX");
    }
}
