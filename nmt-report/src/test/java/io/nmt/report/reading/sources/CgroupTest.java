package io.nmt.report.reading.sources;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The limit of another process, as the files in its directory of {@code /proc} tell it. */
class CgroupTest {
    private static final long MB = 1 << 20;

    @TempDir
    private Path process;

    private void write(String path, String text) throws IOException {
        Path file = process.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private long limitBytes() {
        return Cgroup.of(process.toFile()).limitBytes();
    }

    @Test
    void theSmallestOfVersion2() throws IOException {
        write("cgroup", "0::/pods/shop\n");
        write("mountinfo", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        write("root/sys/fs/cgroup/pods/shop/memory.max", "max\n");
        write("root/sys/fs/cgroup/pods/memory.max", 512 * MB + "\n");

        assertThat(limitBytes()).isEqualTo(512 * MB);
        assertThat(Cgroup.of(process.toFile()).v1()).isFalse();
    }

    @Test
    void version1() throws IOException {
        write("cgroup", "4:memory:/shop\n1:cpu:/shop\n");
        write("mountinfo", "35 31 0:32 / /sys/fs/cgroup/memory rw shared:9 - cgroup cgroup rw,memory\n");
        write("root/sys/fs/cgroup/memory/shop/memory.limit_in_bytes", 256 * MB + "\n");
        write("root/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");

        assertThat(limitBytes()).isEqualTo(256 * MB);
        assertThat(Cgroup.of(process.toFile()).v1()).isTrue();
    }

    @Test
    void aContainerSeesItsOwnGroupAtTheMountsRoot() throws IOException {
        write("cgroup", "0::/kubepods/pod7/abc\n");
        write("mountinfo", "30 23 0:26 /kubepods/pod7/abc /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        write("root/sys/fs/cgroup/memory.max", 128 * MB + "\n");

        assertThat(limitBytes()).isEqualTo(128 * MB);
    }

    @Test
    void none() throws IOException {
        assertThat(limitBytes()).isZero();
        write("cgroup", "0::/\n");
        write("mountinfo", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        write("root/sys/fs/cgroup/cgroup.procs", "");
        assertThat(limitBytes()).isZero();
    }
}
