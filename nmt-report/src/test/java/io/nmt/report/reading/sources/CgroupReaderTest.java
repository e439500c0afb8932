package io.nmt.report.reading.sources;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.CgroupFigure;
import io.nmt.report.model.CgroupMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Figures of a cgroup from files as kernels write them, and from others: it never throws. */
class CgroupReaderTest {
    private static final long MB = 1 << 20;
    private static final String V2 = "root/sys/fs/cgroup/app/";
    private static final String V1 = "root/sys/fs/cgroup/memory/app/";

    @TempDir
    private Path process;

    private void write(String path, String text) throws IOException {
        Path file = process.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private CgroupMemory read() {
        return CgroupReader.read(process.toFile(), 42);
    }

    private void v2() throws IOException {
        write("cgroup", "0::/app\n");
        write("mountinfo", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        write(V2 + "memory.max", 512 * MB + "\n");
        write(V2 + "memory.current", 500 * MB + "\n");
        write(V2 + "memory.stat", """
                anon 104857600
                file 366477312
                kernel 20971520
                kernel_stack 1048576
                pagetables 2097152
                sock 4096
                shmem 157286400
                zswap 0
                inactive_anon 1
                inactive_file 104857600
                active_file 104857600
                slab_reclaimable 10485760
                slab_unreclaimable 2097152
                slab 12582912
                """);
        write(V2 + "memory.events", "low 0\nhigh 7\nmax 3\noom 2\noom_kill 1\noom_group_kill 0\n");
        write(V2 + "memory.high", "max\n");
        write(V2 + "memory.swap.current", "0\n");
        write(V2 + "memory.pressure", """
                some avg10=12.34 avg60=5.00 avg300=1.00 total=123456
                full avg10=3.00 avg60=1.00 avg300=0.00 total=2345
                """);
        write(V2 + "cgroup.procs", "42\n");
    }

    @Test
    void version2() throws IOException {
        v2();

        CgroupMemory memory = read();

        assertThat(memory.figures())
                .containsAllEntriesOf(Map.of(
                        CgroupFigure.LIMIT, 512 * MB,
                        CgroupFigure.USAGE, 500 * MB,
                        CgroupFigure.ANONYMOUS, 100 * MB,
                        CgroupFigure.FILE, 200 * MB,
                        CgroupFigure.SHARED, 150 * MB,
                        CgroupFigure.KERNEL, 20 * MB,
                        CgroupFigure.HIGHS, 7L,
                        CgroupFigure.OOM_KILLS, 1L,
                        CgroupFigure.PRESSURE, 12L,
                        CgroupFigure.OTHERS, 0L))
                .doesNotContainKey(CgroupFigure.HIGH);
        assertThat(memory.countedBytes()).isEqualTo(290 * MB);
    }

    @Test
    void version1() throws IOException {
        v1("4:memory:/app\n", "");

        CgroupMemory memory = read();

        assertThat(memory.countedBytes()).isEqualTo(400 * MB);
        assertThat(memory.get(CgroupFigure.SHARED)).isEqualTo(350 * MB);
        assertThat(memory.get(CgroupFigure.OOM_KILLS)).isEqualTo(2);
        assertThat(memory.get(CgroupFigure.PRESSURE)).isEqualTo(CgroupMemory.UNKNOWN);
        assertThat(memory.get(CgroupFigure.SLAB_RECLAIMABLE)).isEqualTo(CgroupMemory.UNKNOWN);
    }

    private void v1(String cgroup, String mounts) throws IOException {
        write("cgroup", cgroup);
        write("mountinfo", mounts + "35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
        write(V1 + "memory.limit_in_bytes", 512 * MB + "\n");
        write(V1 + "memory.usage_in_bytes", 500 * MB + "\n");
        write(
                V1 + "memory.stat",
                "shmem 5\ntotal_rss 1\ntotal_shmem " + 350 * MB + "\ntotal_inactive_file " + 60 * MB
                        + "\ntotal_active_file " + 40 * MB + "\n");
        write(V1 + "memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n");
    }

    /** Limits by version 1, pressure by version 2. */
    @Test
    void hybrid() throws IOException {
        v1("4:memory:/app\n0::/slice\n", "36 31 0:33 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
        write("root/sys/fs/cgroup/unified/slice/memory.pressure", "some avg10=3.90 avg60=0.00 avg300=0.00 total=1\n");

        assertThat(read().countedBytes()).isEqualTo(400 * MB);
        assertThat(read().get(CgroupFigure.PRESSURE)).isEqualTo(3);
    }

    @Test
    void anOlderKernelHasFewerFields() throws IOException {
        v2();
        write(V2 + "memory.stat", "anon 5\nfile 6\nshmem 7\ninactive_file 1048576\n");
        Files.delete(process.resolve(V2 + "memory.events"));

        assertThat(read().get(CgroupFigure.KERNEL)).isEqualTo(CgroupMemory.UNKNOWN);
        assertThat(read().get(CgroupFigure.OOM_KILLS)).isEqualTo(CgroupMemory.UNKNOWN);
        assertThat(read().countedBytes()).isEqualTo(499 * MB);
    }

    @Test
    void noLimit() throws IOException {
        assertThat(read()).as("no files").isEqualTo(CgroupMemory.NONE);
        v2();
        write(V2 + "memory.max", "max\n");
        assertThat(read()).isEqualTo(CgroupMemory.NONE);
    }

    @Test
    void otherContentIsUnknown() throws IOException {
        String[] contents = {"", "\n", "0\n", "garbage\n", "-5\n", "99999999999999999999999999\n", "max\n", "\0\0\0"};
        for (String content : contents) {
            v2();
            for (String file : new String[] {
                "memory.max", "memory.current", "memory.stat", "memory.events", "memory.high", "memory.pressure"
            }) {
                write(V2 + file, content);
                CgroupMemory memory = read();
                assertThat(memory.figures().values())
                        .as("%s in %s", content, file)
                        .allMatch(value -> value >= 0 && value <= 1L << 60);
                assertThat(memory.countedBytes()).isGreaterThanOrEqualTo(CgroupMemory.UNKNOWN);
            }
        }
    }

    @Test
    void longFilesAreReadAsFarAsTheyAreUsed() throws IOException {
        v2();
        write(V2 + "memory.stat", "anon 1048576\n" + "x 1\n".repeat(100_000));

        assertThat(read().get(CgroupFigure.ANONYMOUS)).isEqualTo(MB);
    }
}
