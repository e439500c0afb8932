package io.nmt.bench.demo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** A temporary file, read through a mapping: category "Mapped File". Thread-safe. */
final class PagedFile implements AutoCloseable {
    /** Bytes of one page. */
    static final int PAGE_BYTES = 4 << 10;

    private static final int PAGES = 512;

    private final MappedByteBuffer pages;

    PagedFile() throws IOException {
        Path file = Files.createTempFile("nmt-demo", ".bin");
        try {
            byte[] text = new byte[PAGES * PAGE_BYTES];
            Arrays.fill(text, (byte) '.');
            Files.write(file, text);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                pages = channel.map(MapMode.READ_ONLY, 0, channel.size());
            }
        } finally {
            // A mapping outlives the file's name.
            Files.delete(file);
        }
    }

    ByteBuffer page(int number) {
        return pages.slice(number % PAGES * PAGE_BYTES, PAGE_BYTES);
    }

    /** Unmaps the file. No page of it may be read afterwards. */
    @Override
    public void close() {
        RawMemory.UNSAFE.invokeCleaner(pages);
    }
}
