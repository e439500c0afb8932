package io.nmt.libraries.programs;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.OffHeapStore;

/** A map that H2's storage engine keeps in direct buffers. */
public final class H2OffHeap {
    public static final int LEAK_BYTES = 100_000;

    private static final int ENTRIES = 100_000;
    private static final int COMMIT_EVERY = 5_000;
    private static final int MOST_VALUE_BYTES = 400;

    private H2OffHeap() {}

    public static void main(String[] arguments) throws Exception {
        new Rounds(arguments).run(H2OffHeap::writeAndRead);
    }

    private static String writeAndRead(int leaks) throws Exception {
        CRC32 crc = new CRC32();
        OffHeapStore offHeap = new OffHeapStore();
        try (MVStore store =
                new MVStore.Builder().fileStore(offHeap).autoCommitDisabled().open()) {
            MVMap<Integer, byte[]> map = store.openMap("map");
            Random random = new Random(1);
            for (int i = 0; i < ENTRIES; i++) {
                byte[] value = new byte[random.nextInt(MOST_VALUE_BYTES)];
                random.nextBytes(value);
                map.put(random.nextInt(ENTRIES), value);
                if (i % COMMIT_EVERY == 0) {
                    store.commit();
                }
            }
            store.commit();
            if (leaks == 0) {
                Figures.sayOwn("bytes", held(offHeap));
                Figures.sayCollected("open");
            }
            for (byte[] value : map.values()) {
                crc.update(value);
            }
        }
        if (leaks > 0) {
            leak(leaks);
        }
        return String.valueOf(crc.getValue());
    }

    /** The bytes of its buffers, which it does not tell. */
    private static long held(OffHeapStore store) throws ReflectiveOperationException {
        Field field = OffHeapStore.class.getDeclaredField("memory");
        field.setAccessible(true);
        long bytes = 0;
        for (Object buffer : ((Map<?, ?>) field.get(store)).values()) {
            bytes += ((ByteBuffer) buffer).capacity();
        }
        return bytes;
    }

    /** A store that is never closed. */
    private static void leak(int leaks) {
        OffHeapStore store = new OffHeapStore();
        store.open("leaked", false, null);
        for (int i = 0; i < leaks; i++) {
            store.writeFully(null, (long) i * LEAK_BYTES, ByteBuffer.allocate(LEAK_BYTES));
        }
        Rounds.leak(store);
    }
}
