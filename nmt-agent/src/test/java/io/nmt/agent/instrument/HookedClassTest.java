package io.nmt.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HookedClassTest {
    /** A reading between the two must not tell of a loss, which would be told for good. */
    @Test
    void aClassIsLostOnlyOnceItsVersionWasTried() {
        HookedClass type = new HookedClass(List.of());
        assertThat(type.isPlaced()).isFalse();
        assertThat(type.isLost()).as("before").isFalse();

        assertThat(type.hook(new byte[] {1, 2, 3})).as("no class").isNull();
        assertThat(type.failure()).isNotNull();
        assertThat(type.isLost()).as("after").isTrue();
    }
}
