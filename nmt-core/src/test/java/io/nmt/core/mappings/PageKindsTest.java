package io.nmt.core.mappings;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.PageKinds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pages by use to the system, from regions as {@code /proc/self/smaps} shows them. */
class PageKindsTest {
    private static final int KIB = 1024;
    private static final Mounts MOUNTS = Mounts.of(
            "25 24 0:23 / /dev/shm rw,relatime - tmpfs tmpfs rw,size=24684084k",
            "27 1 254:0 / / rw,relatime shared:1 master:2 - ext4 /dev/vda rw",
            "90 27 0:77 / /mnt/layers rw - overlay overlay rw",
            "91 27 0:299 / /mnt/small rw - tmpfs none rw");

    /** Resident, dirty and anonymous KiB of a region, and what they are: clean, to be written, shared, anonymous. */
    @ParameterizedTest(name = "{0} {2}")
    @CsvSource({
        // Read from a file; written through a shared mapping; copied by writing to a private one.
        "r--s, fe:00, /data/index.bin, 200, 0, 0, 200 0 0 0",
        "rw-s, fe:00, /data/index.bin, 200, 150, 0, 50 150 0 0",
        "rw-p, fe:00, /data/index.bin, 200, 120, 120, 80 0 0 120",
        "rw-p, fe:00, /data/index.bin, 200, 150, 120, 50 30 0 120",
        "rw-s, fe:00, /data/index.bin (deleted), 200, 150, 0, 50 150 0 0",
        // Without a copy on disk.
        "rw-s, 00:17, /dev/shm/x, 200, 200, 0, 0 0 200 0",
        "r--s, 00:17, /dev/shm/x (deleted), 200, 0, 0, 0 0 200 0",
        "rw-p, 00:17, /dev/shm/x, 200, 120, 120, 0 0 80 120",
        "rw-s, 00:12b, /mnt/small/x, 200, 200, 0, 0 0 200 0",
        "rw-s, 00:01, /memfd:cache (deleted), 200, 200, 0, 0 0 200 0",
        "rw-s, 00:01, /SYSV00001234 (deleted), 200, 200, 0, 0 0 200 0",
        "rw-s, 00:01, /dev/zero (deleted), 200, 200, 0, 0 0 200 0",
        // Of a device that no mount has: by the path.
        "r--s, 00:05, /mnt/layers/a/b, 200, 0, 0, 200 0 0 0",
        "r--s, 00:05, /mnt/small/a/b, 200, 0, 0, 0 0 200 0",
        // Of no file.
        "rw-p, 00:00, '', 200, 200, 200, 0 0 0 200",
        "rw-p, 00:00, [heap], 200, 180, 180, 0 0 0 200",
    })
    void kinds(
            String permissions,
            String device,
            String path,
            long resident,
            long dirty,
            long anonymous,
            String expected) {
        Region region = new Region(
                0x1000,
                0x1000 + resident * KIB,
                permissions,
                device,
                path,
                4096,
                resident * KIB,
                resident * KIB,
                dirty * KIB,
                anonymous * KIB,
                0,
                0,
                0,
                1);

        PageKinds kinds = MOUNTS.kindsOf(region);

        assertThat(kinds.cleanFileBytes() / KIB + " " + kinds.dirtyFileBytes() / KIB + " "
                        + kinds.sharedMemoryBytes() / KIB + " " + kinds.anonymousBytes() / KIB)
                .isEqualTo(expected);
        assertThat(kinds.cleanFileBytes() + kinds.notReclaimableBytes()).isEqualTo(resident * KIB);
    }

    @Test
    void whatSmapsSays() throws IOException {
        String smaps = """
                7f0000000000-7f0000200000 rw-s 00003000 00:17 12                         /dev/shm/a file
                Size:               2048 kB
                KernelPageSize:        4 kB
                MMUPageSize:           4 kB
                Rss:                1200 kB
                Pss:                 600 kB
                Pss_Dirty:           500 kB
                Shared_Clean:        100 kB
                Shared_Dirty:        300 kB
                Private_Clean:       200 kB
                Private_Dirty:       600 kB
                Referenced:         1200 kB
                Anonymous:             8 kB
                KSM:                   0 kB
                LazyFree:              0 kB
                AnonHugePages:      2048 kB
                ShmemPmdMapped:     4096 kB
                FilePmdMapped:      8192 kB
                Shared_Hugetlb:        0 kB
                Swap:                 12 kB
                SwapPss:              11 kB
                THPeligible:           0
                VmFlags: rd wr sh mr mw me ms sd
                7f0000200000-7f0000201000 ---p 00000000 00:00 0
                Size:                  4 kB
                """;
        try (SmapsReader in = new SmapsReader(new ByteArrayInputStream(smaps.getBytes(StandardCharsets.US_ASCII)))) {
            assertThat(in.next())
                    .isEqualTo(new Region(
                            0x7f0000000000L,
                            0x7f0000200000L,
                            "rw-s",
                            "00:17",
                            "/dev/shm/a file",
                            4 * KIB,
                            1200 * KIB,
                            600 * KIB,
                            900 * KIB,
                            8 * KIB,
                            (2048 + 4096 + 8192) * KIB,
                            12 * KIB,
                            0x3000,
                            12));
            assertThat(in.next())
                    .isEqualTo(new Region(
                            0x7f0000200000L, 0x7f0000201000L, "---p", "00:00", "", 0, 0, 0, 0, 0, 0, 0, 0, 0));
            assertThat(in.next()).isNull();
        }
    }
}
