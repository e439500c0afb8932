package io.nmt.libraries.programs;

import java.io.File;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableDirectByteBuffer;
import org.agrona.IoUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Agrona's buffers: over direct memory, one that grows, and over a file mapped as a whole and in part. */
public final class AgronaBuffers {
    public static final int LEAK_BYTES = 100_000;

    private static final int DIRECT_BYTES = 3_000_000;
    private static final int ALIGNMENT = 64;
    private static final int MAPPED_BYTES = 5_000_000;
    private static final int PART_OFFSET = 1 << 20;
    private static final int PART_BYTES = 1_000_000;

    private AgronaBuffers() {}

    public static void main(String[] arguments) throws Exception {
        new Rounds(arguments).run(AgronaBuffers::writeAndRead);
    }

    private static String writeAndRead(int leaks) throws Exception {
        Path directory = TemporaryFiles.create("agrona");
        File file = directory.resolve("file").toFile();
        ByteBuffer direct = BufferUtil.allocateDirectAligned(DIRECT_BYTES, ALIGNMENT);
        ExpandableDirectByteBuffer growing = new ExpandableDirectByteBuffer(1000);
        MappedByteBuffer map = IoUtil.mapNewFile(file, MAPPED_BYTES);
        MappedByteBuffer part =
                IoUtil.mapExistingFile(file, FileChannel.MapMode.READ_ONLY, "part", PART_OFFSET, PART_BYTES);
        fill(new UnsafeBuffer(direct), DIRECT_BYTES);
        fill(growing, MAPPED_BYTES);
        fill(new UnsafeBuffer(map), MAPPED_BYTES);
        long checksum = sum(new UnsafeBuffer(direct), DIRECT_BYTES)
                + 31 * sum(growing, MAPPED_BYTES)
                + 37 * sum(new UnsafeBuffer(part), PART_BYTES);
        if (leaks == 0) {
            Figures.sayOwn("bytes", (long) DIRECT_BYTES + ALIGNMENT + growing.capacity());
            Figures.sayOwn("mapped pages' bytes", MappedPages.bytesBelow(directory));
            Figures.sayCollected("open");
        }
        IoUtil.unmap(part);
        IoUtil.unmap(map);
        BufferUtil.free(growing);
        // The aligned one is a slice, which the JDK lets no code free: the garbage collector does.
        for (int i = 0; i < leaks; i++) {
            Rounds.leak(IoUtil.mapNewFile(directory.resolve("leak" + i).toFile(), LEAK_BYTES));
        }
        TemporaryFiles.delete(directory);
        return String.valueOf(checksum);
    }

    private static void fill(MutableDirectBuffer buffer, int bytes) {
        for (int i = 0; i < bytes; i += Long.BYTES) {
            buffer.putLong(i, i * (long) bytes);
        }
    }

    private static long sum(DirectBuffer buffer, int bytes) {
        long sum = 0;
        for (int i = 0; i < bytes; i += Long.BYTES) {
            sum = 31 * sum + buffer.getLong(i);
        }
        return sum;
    }
}
