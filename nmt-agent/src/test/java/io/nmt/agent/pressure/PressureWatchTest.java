package io.nmt.agent.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.Cause;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PressureWatchTest {
    private static final long MIB = 1 << 20;

    @TempDir
    private Path directory;

    /** As of a process that starts beside others in a cgroup that is nearly full. */
    @Test
    void goesOnWhereTheFirstLookIsAboveTheLastThreshold() throws Exception {
        Path file = directory.resolve("a.txt");
        PressureEvidence evidence = new PressureEvidence(
                new EvidenceFile(file.toString()),
                new TerminationLog(directory.resolve("no-log").toString()),
                null,
                false);
        PressureWatch watch = new PressureWatch(Thresholds.parse("50%+90%"), new Full(), null, () -> evidence);

        assertThat(watch.look()).isPositive();
        assertThat(file).isNotEmptyFile();
        Files.delete(file);
        assertThat(watch.look()).isPositive();
        assertThat(file).as("nothing has grown").doesNotExist();
    }

    /** 95 % of it is in use. */
    private static final class Full implements Gauge {
        @Override
        public Cause cause() {
            return Cause.CGROUP;
        }

        @Override
        public String description() {
            return "cgroup limit of /x";
        }

        @Override
        public long limitBytes() {
            return 200 * MIB;
        }

        @Override
        public long usageBytes(long lowestOfInterest) {
            return 190 * MIB;
        }

        @Override
        public void close() {}
    }
}
