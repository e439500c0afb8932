package io.nmt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StartArgumentsTest {
    @Test
    void aCommandThatOnlyAsks() {
        assertThat(StartArguments.of("commands", true)).isEqualTo(new StartArguments("pressure=off", true, true));
        assertThat(StartArguments.of("commands", true).hasOwnOptions()).isFalse();
    }

    @Test
    void aCommandThatAttachesWithOptionsAndWithout() {
        assertThat(StartArguments.of("commands,peak=exact,scale=MB", true))
                .isEqualTo(new StartArguments("peak=exact,scale=MB", true, false));
        assertThat(StartArguments.of("commands,", true)).isEqualTo(new StartArguments("", true, false));
        assertThat(StartArguments.of("commands,", true).hasOwnOptions()).isFalse();
    }

    @Test
    void othersThatAttachAndTheCommandLine() {
        assertThat(StartArguments.of(null, true)).isEqualTo(new StartArguments("", false, false));
        assertThat(StartArguments.of("peak=exact", true)).isEqualTo(new StartArguments("peak=exact", false, false));
        assertThat(StartArguments.of("commands", false)).isEqualTo(new StartArguments("commands", false, false));
    }
}
