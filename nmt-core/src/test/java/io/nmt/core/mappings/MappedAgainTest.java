package io.nmt.core.mappings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A file that a process has mapped twice is one copy in memory. */
class MappedAgainTest {
    private static final long KIB = 1024;
    private static final Mounts MOUNTS = Mounts.read();

    private static Region region(long inode, long offset, long resident, long proportional) {
        return new Region(
                offset + inode * 1_000_000_000L,
                offset + inode * 1_000_000_000L + 1000 * KIB,
                "rw-s",
                "00:17",
                "/memfd:file" + inode + " (deleted)",
                4 * KIB,
                resident * KIB,
                proportional * KIB,
                resident * KIB,
                0,
                0,
                0,
                offset,
                inode);
    }

    private static long again(Region... regions) {
        return new MappedAgain(List.of(regions), MOUNTS).bytes() / KIB;
    }

    @Test
    void aDriverAndItsClientInOneProcess() {
        assertThat(again(region(1, 0, 800, 400), region(1, 0, 800, 400))).isEqualTo(800);
        // The second mapping has touched half of it.
        assertThat(again(region(1, 0, 800, 600), region(1, 0, 400, 200))).isEqualTo(400);
        // Each has touched pages of its own.
        assertThat(again(region(1, 0, 400, 400), region(1, 0, 400, 400))).isZero();
    }

    /** Another process maps it, too: a third of each page is at each mapping. */
    @Test
    void whatOtherProcessesMapTooStaysOnce() {
        assertThat(again(region(1, 0, 900, 300), region(1, 0, 900, 300))).isEqualTo(900);
        assertThat(again(region(1, 0, 900, 450))).isZero();
    }

    @Test
    void otherFilesAndOtherPartsOfAFileAreNotAgain() {
        assertThat(again(region(1, 0, 800, 800), region(2, 0, 800, 800))).isZero();
        assertThat(again(region(1, 0, 800, 400), region(1, 1000 * KIB, 800, 400)))
                .isZero();
        MappedAgain two = new MappedAgain(
                List.of(region(1, 0, 800, 400), region(1, 0, 800, 400), region(2, 0, 8, 4), region(2, 0, 8, 4)),
                MOUNTS);
        assertThat(two.bytes("/memfd:file1 (deleted)")).isEqualTo(800 * KIB);
        assertThat(two.bytes("/memfd:file2 (deleted)")).isEqualTo(8 * KIB);
        assertThat(two.bytes("/other")).isZero();
    }
}
