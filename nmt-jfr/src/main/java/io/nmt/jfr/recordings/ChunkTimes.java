package io.nmt.jfr.recordings;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** The times and places of the chunks of a file. */
final class ChunkTimes {
    private static final int MAGIC = 0x464c5200;
    private static final int SIZE_AT = 8;
    private static final int START_AT = 32;
    private static final int NONE = -1;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final TreeMap<Long, Long> offsets = new TreeMap<>();

    private long endlessAt = NONE;

    private ChunkTimes() {}

    /** The place of a chunk that has no size, which the JDK's parser would read for ever; -1 if there is none. */
    long endlessAt() {
        return endlessAt;
    }

    /** Those of a file, as far as its headers make sense. */
    static ChunkTimes of(Path path) throws IOException {
        ChunkTimes times = new ChunkTimes();
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            long offset = 0;
            while (offset <= file.length() - START_AT - 2 * Long.BYTES) {
                file.seek(offset);
                boolean chunk = file.readInt() == MAGIC;
                file.seek(offset + SIZE_AT);
                long bytes = file.readLong();
                file.seek(offset + START_AT);
                long nanos = file.readLong();
                if (!chunk || bytes <= START_AT) {
                    times.endlessAt = chunk && bytes <= 0 ? offset : NONE;
                    break;
                }
                times.offsets.put(nanos, offset);
                offset += bytes;
                if (offset < 0) {
                    break;
                }
                times.offsets.put(nanos + Math.max(0, file.readLong()), offset);
            }
        }
        return times;
    }

    /** About how many bytes have been read when an event of that time comes. */
    double bytesUntil(Instant time) {
        long nanos = time.getEpochSecond() * NANOS_PER_SECOND + time.getNano();
        Map.Entry<Long, Long> before = offsets.floorEntry(nanos);
        Map.Entry<Long, Long> after = offsets.higherEntry(nanos);
        if (before == null || after == null) {
            return before == null ? 0 : before.getValue();
        }
        double part = (double) (nanos - before.getKey()) / (after.getKey() - before.getKey());
        return before.getValue() + part * (after.getValue() - before.getValue());
    }
}
