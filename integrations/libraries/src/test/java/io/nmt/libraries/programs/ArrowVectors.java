package io.nmt.libraries.programs;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;

/**
 * Fills vectors, which grow meanwhile, and reads them back. The jar on the class path decides which allocator is
 * used.
 */
public final class ArrowVectors {
    /** More than a chunk of Netty's: a pool hands it out as a block of its own. */
    public static final int LEAK_BYTES = 8 << 20;

    private static final int VECTORS = 4;
    private static final int ROWS = 200_000;

    private ArrowVectors() {}

    public static void main(String[] arguments) throws Exception {
        new Rounds(arguments).run(ArrowVectors::fillAndRead);
    }

    private static String fillAndRead(int leaks) throws Exception {
        CRC32 crc = new CRC32();
        try (BufferAllocator allocator = new RootAllocator()) {
            List<FieldVector> vectors = new ArrayList<>();
            for (int i = 0; i < VECTORS; i++) {
                vectors.add(numbers("numbers" + i, allocator));
                vectors.add(texts("texts" + i, allocator));
            }
            if (leaks == 0) {
                Figures.sayOwn("bytes", allocator.getAllocatedMemory());
                Figures.sayOwn("pool", pooled());
                Figures.sayCollected("open");
            }
            for (FieldVector vector : vectors) {
                for (int row = 0; row < ROWS; row++) {
                    crc.update(vector.getObject(row).toString().getBytes(StandardCharsets.UTF_8));
                }
                vector.close();
            }
        }
        Rounds.sayKept(pooled(), leaks);
        BufferAllocator leaking = new RootAllocator();
        for (int i = 0; i < leaks; i++) {
            Rounds.leak(leaking.buffer(LEAK_BYTES));
        }
        return String.valueOf(crc.getValue());
    }

    private static BigIntVector numbers(String name, BufferAllocator allocator) {
        Random random = new Random(1);
        BigIntVector vector = new BigIntVector(name, allocator);
        vector.allocateNew();
        for (int row = 0; row < ROWS; row++) {
            vector.setSafe(row, random.nextLong());
        }
        vector.setValueCount(ROWS);
        return vector;
    }

    private static VarCharVector texts(String name, BufferAllocator allocator) {
        Random random = new Random(2);
        VarCharVector vector = new VarCharVector(name, allocator);
        vector.allocateNew();
        for (int row = 0; row < ROWS; row++) {
            vector.setSafe(row, Long.toString(random.nextLong(), 36).getBytes(StandardCharsets.UTF_8));
        }
        vector.setValueCount(ROWS);
        return vector;
    }

    /** Bytes that Netty has taken for Arrow's pool, if it is Netty's memory. */
    private static long pooled() {
        try {
            return (long) Class.forName("io.netty.util.internal.PlatformDependent")
                    .getMethod("usedDirectMemory")
                    .invoke(null);
        } catch (ClassNotFoundException e) {
            return 0;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
