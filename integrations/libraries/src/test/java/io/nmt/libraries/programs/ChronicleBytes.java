package io.nmt.libraries.programs;

import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.MappedBytes;
import net.openhft.chronicle.core.io.BackgroundResourceReleaser;

/** A file that is mapped in chunks, by the JDK's own native method, and bytes outside the heap. */
public final class ChronicleBytes {
    /** Bytes of a mapped chunk: itself, and the start of the next one. */
    public static final int MAPPING_BYTES = (1 << 20) + (1 << 16);

    private static final int CHUNK_BYTES = 1 << 20;
    private static final int OVERLAP_BYTES = MAPPING_BYTES - CHUNK_BYTES;
    private static final long FILE_BYTES = 8L * CHUNK_BYTES;
    private static final int NATIVE_BYTES = 1_000_000;

    private ChronicleBytes() {}

    public static void main(String[] arguments) throws Exception {
        new Rounds(arguments).run(ChronicleBytes::writeAndRead);
    }

    private static String writeAndRead(int leaks) throws Exception {
        Path directory = TemporaryFiles.create("chronicle");
        long checksum;
        MappedBytes mapped = MappedBytes.mappedBytes(directory.resolve("file").toFile(), CHUNK_BYTES, OVERLAP_BYTES);
        Bytes<?> bytes = Bytes.allocateDirect(NATIVE_BYTES);
        try {
            checksum = fill(mapped, FILE_BYTES) + 31 * fill(bytes, NATIVE_BYTES);
            if (leaks == 0) {
                Figures.sayOwn("bytes", bytes.realCapacity());
                Figures.sayOwn("mapped pages' bytes", MappedPages.bytesBelow(directory));
                Figures.sayCollected("open");
            }
        } finally {
            bytes.releaseLast();
            mapped.releaseLast();
            BackgroundResourceReleaser.releasePendingResources();
        }
        for (int i = 0; i < leaks; i++) {
            MappedBytes leaked =
                    MappedBytes.mappedBytes(directory.resolve("leak" + i).toFile(), CHUNK_BYTES, OVERLAP_BYTES);
            leaked.writeLong(i);
            Rounds.leak(leaked);
        }
        TemporaryFiles.delete(directory);
        return String.valueOf(checksum);
    }

    private static long fill(Bytes<?> bytes, long length) {
        for (long i = 0; i < length; i += Long.BYTES) {
            bytes.writeLong(i * length);
        }
        long sum = 0;
        for (long i = 0; i < length; i += Long.BYTES) {
            sum = 31 * sum + bytes.readLong();
        }
        return sum;
    }
}
