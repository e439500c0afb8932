package io.nmt.agent.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.Cause;
import io.nmt.report.reading.sources.Cgroup;
import io.nmt.report.reading.sources.CgroupReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kernel's signals, in the files of version 2. */
class CgroupSignalsTest {
    private static final long SECOND = 1_000_000_000;

    @TempDir
    private Path root;

    private long nanoTime;

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void inGroup(String file, String text) throws IOException {
        write("sys/fs/cgroup/app/" + file, text);
    }

    private void events(int highs, int kills) throws IOException {
        inGroup("memory.events", "low 0\nhigh " + highs + "\nmax 0\noom 0\noom_kill " + kills + "\n");
    }

    private void pressure(String percent) throws IOException {
        inGroup("memory.pressure", "some avg10=" + percent + " avg60=0.00 avg300=0.00 total=1\n");
    }

    @BeforeEach
    void group() throws IOException {
        write("proc/self/cgroup", "0::/app\n");
        write("proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        inGroup("memory.max", (400L << 20) + "\n");
        inGroup("memory.current", (300L << 20) + "\n");
        inGroup("memory.stat", "inactive_file 1048576\n");
        events(5, 1);
        pressure("0.00");
    }

    private CgroupSignals signals(String option) {
        File process = root.resolve("proc/self").toFile();
        return CgroupSignals.of(
                CgroupReader.of(Cgroup.of(process, process, root.toString())), Thresholds.parse(option));
    }

    /** A second later. */
    private Crossing look(CgroupSignals signals) throws IOException {
        nanoTime += SECOND;
        return signals.look(nanoTime);
    }

    @Test
    void aKillIsAlwaysReported() throws IOException {
        try (CgroupSignals signals = signals("90%")) {
            assertThat(look(signals)).as("from before").isNull();
            events(9, 3);
            pressure("50.00");

            Crossing crossing = look(signals);

            assertThat(crossing.cause()).isEqualTo(Cause.KILL);
            assertThat(crossing.description()).endsWith("app, 2 processes were killed");
            assertThat(crossing.usageBytes()).isEqualTo(299L << 20);
            assertThat(crossing.limitBytes()).isEqualTo(400L << 20);
            assertThat(look(signals)).as("told once").isNull();
        }
    }

    @Test
    void crossingsOfHigh() throws IOException {
        try (CgroupSignals signals = signals("high")) {
            events(8, 1);
            assertThat(look(signals).description())
                    .startsWith("cgroup high limit in ")
                    .endsWith("crossed 3 times");
            events(9, 1);
            assertThat(look(signals)).as("within a minute").isNull();
            nanoTime += 60 * SECOND;
            events(10, 1);
            assertThat(look(signals)).isNotNull();
        }
    }

    @Test
    void stalls() throws IOException {
        try (CgroupSignals signals = signals("psi:10%")) {
            pressure("9.99");
            assertThat(look(signals)).isNull();
            pressure("12.50");
            assertThat(look(signals).description()).contains("waited for memory in 12 % of the last 10 s");
            assertThat(signals.look(nanoTime + 1)).as("once a second").isNull();
        }
    }

    /** Limits of version 1: version 2 has the pressure, in a directory of its own. */
    @Test
    void aStallBesideVersion1NamesTheDirectoryOfVersion2() throws IOException {
        write("proc/self/cgroup", "4:memory:/app\n0::/app\n");
        write("proc/self/mountinfo", """
                30 23 0:26 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw
                31 23 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
                """);
        write("sys/fs/cgroup/memory/app/memory.limit_in_bytes", (400L << 20) + "\n");
        write("sys/fs/cgroup/memory/app/memory.usage_in_bytes", (300L << 20) + "\n");
        write("sys/fs/cgroup/memory/app/memory.stat", "total_inactive_file 1048576\n");
        write("sys/fs/cgroup/memory/app/memory.oom_control", "oom_kill 0\n");
        write("sys/fs/cgroup/unified/app/memory.pressure", "some avg10=50.00 avg60=0.00 avg300=0.00 total=1\n");
        try (CgroupSignals signals = signals("psi:10%")) {
            assertThat(look(signals).description()).contains("/sys/fs/cgroup/unified/app, threads waited");
        }
    }

    @Test
    void otherContentIsNoSignal() throws IOException {
        try (CgroupSignals signals = signals("psi:10%+high")) {
            inGroup("memory.events", "garbage\n");
            inGroup("memory.pressure", "some avg10=x\n");
            assertThat(look(signals)).isNull();
            Files.delete(root.resolve("sys/fs/cgroup/app/memory.events"));
            Files.delete(root.resolve("sys/fs/cgroup/app/memory.pressure"));
            assertThat(look(signals)).isNull();
        }
    }
}
