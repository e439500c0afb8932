package io.nmt.agent.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The group that it takes, and its reading there, in the files of several machines. */
class CgroupFinderTest {
    private static final long MIB = 1L << 20;
    private static final String V1_NONE = "9223372036854771712\n";
    private static final String V1_MOUNT =
            "35 31 0:32 %s /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory\n";
    private static final String V2_MOUNT = "30 23 0:26 %s /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
    private static final String OTHERS = """
            23 1 253:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
            32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu
            """;

    @TempDir
    private Path root;

    private void proc(String cgroup, String mountinfo) throws IOException {
        write("/proc/self/cgroup", cgroup);
        write("/proc/self/mountinfo", OTHERS + mountinfo);
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path.substring(1));
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void v1(String directory, String limit, long usage, long inactive) throws IOException {
        String path = "/sys/fs/cgroup/memory" + directory;
        write(path + "/memory.limit_in_bytes", limit);
        write(path + "/memory.usage_in_bytes", usage + "\n");
        write(
                path + "/memory.stat",
                "cache 1\ninactive_file 7\nhierarchical_memory_limit 3\ntotal_inactive_file "
                        + (inactive - inactive / 2) + "\ntotal_active_file " + inactive / 2 + "\n");
    }

    private void v2(String directory, String limit, long usage, long inactive) throws IOException {
        String path = "/sys/fs/cgroup" + directory;
        write(path + "/memory.max", limit);
        write(path + "/memory.current", usage + "\n");
        write(
                path + "/memory.stat",
                "anon 5\nfile 6\ninactive_anon 4\ninactive_file " + (inactive - inactive / 2) + "\nactive_file "
                        + inactive / 2 + "\n");
    }

    private Gauge find() {
        return new CgroupFinder(root.toString()).find();
    }

    @Test
    void v2OfItsOwn() throws IOException {
        proc("0::/system.slice/app.service\n", String.format(V2_MOUNT, "/"));
        v2("/system.slice/app.service", "419430400\n", 300 * MIB, 50 * MIB);
        v2("/system.slice", "max\n", 900 * MIB, 0);

        try (Gauge gauge = find()) {
            assertThat(gauge.limitBytes()).isEqualTo(400 * MIB);
            assertThat(gauge.usageBytes(0)).isEqualTo(250 * MIB);
            assertThat(gauge.usageBytes(300 * MIB))
                    .as("charged, if no one asks")
                    .isEqualTo(300 * MIB);
            assertThat(gauge.description()).endsWith("/sys/fs/cgroup/system.slice/app.service");
        }
    }

    @Test
    void v1OfAContainerWhosePathIsOutside() throws IOException {
        proc("9:name=systemd:/docker/abc\n4:cpu,memory:/docker/abc\n0::/\n", String.format(V1_MOUNT, "/docker/abc"));
        v1("", "104857600\n", 90 * MIB, 10 * MIB);

        try (Gauge gauge = find()) {
            assertThat(gauge.limitBytes()).isEqualTo(100 * MIB);
            assertThat(gauge.usageBytes(0)).isEqualTo(80 * MIB);
        }
    }

    @Test
    void aPathThatIsNotThere() throws IOException {
        proc("4:memory:/somewhere/else\n", String.format(V1_MOUNT, "/"));
        v1("", "104857600\n", 90 * MIB, 0);

        try (Gauge gauge = find()) {
            assertThat(gauge.limitBytes()).isEqualTo(100 * MIB);
        }
    }

    @Test
    void aPathAboveTheNamespace() throws IOException {
        proc("0::/../../other\n", String.format(V2_MOUNT, "/"));
        v2("", "104857600\n", 90 * MIB, 0);

        try (Gauge gauge = find()) {
            assertThat(gauge.limitBytes()).isEqualTo(100 * MIB);
        }
    }

    /** Its usage is compared with its limit. */
    @Test
    void theSmallestLimitMayBeAbove() throws IOException {
        proc("4:memory:/pod/container\n", String.format(V1_MOUNT, "/"));
        v1("/pod/container", "419430400\n", 20 * MIB, 0);
        v1("/pod", "209715200\n", 70 * MIB, 0);
        v1("", V1_NONE, 900 * MIB, 0);

        try (Gauge gauge = find()) {
            assertThat(gauge.limitBytes()).isEqualTo(200 * MIB);
            assertThat(gauge.usageBytes(0)).isEqualTo(70 * MIB);
            assertThat(gauge.description()).endsWith("/sys/fs/cgroup/memory/pod");
        }
    }

    @Test
    void figuresThatChange() throws IOException {
        proc("4:memory:/a\n", String.format(V1_MOUNT, "/"));
        v1("/a", "1048576\n", 1000, 0);

        try (Gauge gauge = find()) {
            assertThat(gauge.usageBytes(0)).isEqualTo(1000);
            v1("/a", V1_NONE, 99, 100);
            assertThat(gauge.usageBytes(0))
                    .as("more inactive than in use: two readings")
                    .isZero();
            assertThat(gauge.limitBytes()).isEqualTo(Long.MAX_VALUE);
        }
    }

    @Test
    void noLimit() throws IOException {
        proc("4:memory:/a\n0::/\n", String.format(V1_MOUNT, "/"));
        v1("/a", V1_NONE, 1000, 0);
        v1("", "9223372036854710272\n", 1000, 0);
        assertThat(find()).isNull();

        proc("0::/a\n", String.format(V2_MOUNT, "/"));
        v2("/a", "max\n", 1000, 0);
        assertThat(find()).isNull();
    }

    @Test
    void v2WithoutTheMemoryController() throws IOException {
        proc("0::/a\n", String.format(V2_MOUNT, "/"));
        Files.createDirectories(root.resolve("sys/fs/cgroup/a"));
        assertThat(find()).isNull();
    }

    @Test
    void noCgroups() throws IOException {
        assertThat(find()).isNull();
        proc("", "");
        assertThat(find()).isNull();
    }

    @Test
    void aMountPointWithASpace() throws IOException {
        proc("0::/\n", "30 23 0:26 / /my\\040groups rw - cgroup2 cgroup2 rw\n");
        write("/my groups/memory.max", "1048576");
        write("/my groups/memory.current", "1");
        write("/my groups/memory.stat", "");

        try (Gauge gauge = find()) {
            assertThat(gauge.limitBytes()).isEqualTo(MIB);
            assertThat(gauge.usageBytes(0)).isEqualTo(1);
        }
    }
}
