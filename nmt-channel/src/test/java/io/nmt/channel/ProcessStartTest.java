package io.nmt.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessStartTest {
    @Test
    void offsetsOfATimeNamespace() {
        assertThat(ProcessStart.offsetTicks("monotonic           0         0\nboottime            0         0\n"))
                .isZero();
        assertThat(ProcessStart.offsetTicks("monotonic           1         0\nboottime       864000         0\n"))
                .isEqualTo(86_400_000);
        assertThat(ProcessStart.offsetTicks("boottime -1000 0")).isEqualTo(-100_000);
        assertThat(ProcessStart.offsetTicks("")).isZero();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void isKnownOfThisProcess() {
        assertThat(ProcessStart.of(Path.of("/proc/self"))).isPositive();
    }
}
