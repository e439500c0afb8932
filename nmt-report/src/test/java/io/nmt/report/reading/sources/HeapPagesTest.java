package io.nmt.report.reading.sources;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeapPagesTest {
    private static final long MB = 1 << 20;
    private static final int PAGE_BYTES = 4096;

    @TempDir
    private Path directory;

    private long resident(String maps, long committedBytes, long mostBytes, long... pages) throws IOException {
        Files.writeString(directory.resolve("maps"), maps);
        try (RandomAccessFile map =
                new RandomAccessFile(directory.resolve("pagemap").toFile(), "rw")) {
            map.setLength(0);
            map.setLength((5L << 30) / PAGE_BYTES * Long.BYTES);
            for (long address : pages) {
                map.seek(address / PAGE_BYTES * Long.BYTES + 7);
                map.write(0x81);
            }
        }
        try (HeapPages heap = HeapPages.open(directory.toFile())) {
            return heap.residentBytes(committedBytes, mostBytes);
        }
    }

    /** A heap of G1 has archived objects in it; the program follows, which is no heap. */
    @Test
    void countsThePagesOfTheHeapAlone() throws IOException {
        String maps = """
                f0000000-f8000000 rw-p 00000000 00:00 0\s
                f8000000-ff000000 ---p 00000000 00:00 0\s
                ff000000-ff100000 rw-p 00bff000 fe:00 315149                             /jdk/lib/server/classes.jsa
                5633f67e9000-5633f67ea000 r--p 00000000 fe:00 314792                     /jdk/bin/java
                """;
        long[] pages = {0xf0000000L, 0xf0001000L, 0xf7fff000L, 0xf8000000L, 0xff000000L, 0xff100000L};
        assertThat(resident(maps, 129 * MB, 241 * MB, pages)).isEqualTo(4L * PAGE_BYTES);
        assertThat(resident(maps, 900 * MB, 900 * MB, pages)).as("not the heap").isEqualTo(HeapPages.UNKNOWN);
        assertThat(resident(maps, 8 * MB, 241 * MB, pages))
                .as("not the heap alone")
                .isEqualTo(HeapPages.UNKNOWN);
        assertThat(resident(maps, 5L << 30, 5L << 30, pages)).as("too large").isEqualTo(HeapPages.UNKNOWN);
    }

    /** Class space and the archive of classes had counted as heap: 54.8 MB of 24. */
    @Test
    void countsNoClasses() throws IOException {
        String before = """
                34001000-34d95000 rw-p 00001000 fe:00 315149                             /jdk/lib/server/classes.jsa
                34d95000-35000000 ---p 00000000 00:00 0\s
                35000000-36000000 rw-p 00000000 00:00 0\s
                36000000-75000000 ---p 00000000 00:00 0\s
                f9c00000-fb400000 rw-p 00000000 00:00 0\s
                fb400000-100000000 ---p 00000000 00:00 0\s
                """;
        long[] pages = {0x34001000L, 0x35000000L, 0xf9c00000L, 0xf9c01000L};
        assertThat(resident(before, 24 * MB, 100 * MB, pages)).isEqualTo(2L * PAGE_BYTES);
        String behind = """
                f9c00000-fb400000 rw-p 00000000 00:00 0\s
                fb400000-100000000 ---p 00000000 00:00 0\s
                100000000-101000000 rw-p 00000000 00:00 0\s
                101000000-140000000 ---p 00000000 00:00 0\s
                """;
        assertThat(resident(behind, 24 * MB, 100 * MB, 0xf9c00000L, 0x100000000L))
                .isEqualTo(PAGE_BYTES);
        String alike = before.replace("fb400000", "fb800000");
        assertThat(resident(alike, 28 * MB, 100 * MB, pages))
                .as("either may be it")
                .isEqualTo(HeapPages.UNKNOWN);
    }

    /** Without compressed references, and with ZGC, the heap is somewhere else. */
    @Test
    void anotherHeapIsUnknown() throws IOException {
        assertThat(resident("5633f67e9000-5633f67ea000 r--p 00000000 fe:00 314792          /jdk/bin/java\n", 0, MB))
                .isEqualTo(HeapPages.UNKNOWN);
        assertThat(resident("", 0, MB)).isEqualTo(HeapPages.UNKNOWN);
        assertThat(resident("no line of this kind\n", 0, MB)).isEqualTo(HeapPages.UNKNOWN);
        assertThat(HeapPages.open(directory.resolve("none").toFile())).isNull();
    }
}
