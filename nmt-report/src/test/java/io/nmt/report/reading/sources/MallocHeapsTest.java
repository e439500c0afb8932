package io.nmt.report.reading.sources;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.mappings.AddressSpace;
import io.nmt.report.reading.sources.MallocHeaps.Mapped;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MallocHeapsTest {
    private static final int PAGE = 4096;
    private static final int START = 16 * PAGE; // of a mapping
    private static final int PAGES = 1024;
    private static final int END = START + PAGES * PAGE;
    private static final int OF_512K = 129; // pages, with the header

    @TempDir
    private Path directory;

    private final ByteBuffer mem = ByteBuffer.allocate(END).order(ByteOrder.nativeOrder());

    private void mark(int page, int pages) {
        mem.putLong(START + page * PAGE + Long.BYTES, (long) pages * PAGE | 2);
    }

    private List<Mapped> found() throws IOException {
        Files.write(directory.resolve("mem"), mem.array());
        BitSet present = new BitSet();
        present.set(0, PAGES);
        try (ProcessMemory memory = ProcessMemory.of(directory.toFile())) {
            return MallocHeaps.find(AddressSpace.read(directory.toFile()), memory)
                    .mappedBlocks(START, END, present, memory);
        }
    }

    private static Mapped block(int page, int pages) {
        long start = START + (long) page * PAGE;
        return new Mapped(start, start + (long) pages * PAGE);
    }

    @Test
    void findsBlocksBetweenOtherMemory() throws Exception {
        mark(3, OF_512K);
        mark(3 + OF_512K, OF_512K);
        mark(900, 25);
        assertThat(found()).containsExactly(block(3, OF_512K), block(3 + OF_512K, OF_512K), block(900, 25));
    }

    @Test
    void takesNoPairOfNumbersInClassMetadataForABlock() throws Exception {
        mark(7, 3 * 16); // 0, 2, 3: as JDK 21 has them
        mark(20, 42 * 16);
        mark(500, OF_512K);
        assertThat(found()).containsExactly(block(500, OF_512K));
    }

    @Test
    void findsABlockOfSuchALengthWhereItsMappingEndsOrBehindAnother() throws Exception {
        mark(0, 16);
        mark(16, 32);
        mark(PAGES - 64, 64);
        assertThat(found()).containsExactly(block(0, 16), block(16, 32), block(PAGES - 64, 64));
    }
}
