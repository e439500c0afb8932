package io.nmt.agent.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of reports; {@code MemoryPressureIT} has their completeness, which needs a JVM that ends. */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EndOfReportTest {
    @Test
    void neverWaitsForEver() {
        try (EndOfReport end = new EndOfReport(1)) {
            end.await();
            assertThat(end.getState()).isEqualTo(Thread.State.NEW);
        }
    }

    @Test
    void waitsNoLongerThanForTheReport() {
        EndOfReport end = new EndOfReport(Long.MAX_VALUE);
        end.close();
        end.await();
        assertThat(Runtime.getRuntime().removeShutdownHook(end)).isFalse();
    }

    @Test
    void noHookIsLeft() {
        EndOfReport end = EndOfReport.begin();
        assertThat(end).isNotNull();
        end.close();
        assertThat(Runtime.getRuntime().removeShutdownHook(end)).isFalse();
    }
}
