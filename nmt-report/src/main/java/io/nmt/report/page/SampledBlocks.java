package io.nmt.report.page;

import io.nmt.core.model.Site;
import java.util.List;

/**
 * Sampled blocks over time, those alike added up. Immutable.
 *
 * @param sites that allocated them
 * @param rows what was allocated when and freed when
 * @param bucketMillis times are rounded down to a multiple of this: a window whose ends are multiples of it, without
 *     its end, shows exactly the samples that were allocated in it and not freed in it
 */
public record SampledBlocks(List<Site> sites, List<Row> rows, long bucketMillis) {
    /** The time of what is not freed, and of what was allocated before all samples. */
    public static final long NEVER = -1;

    /** None. */
    public static final SampledBlocks NONE = new SampledBlocks(List.of(), List.of(), 1);

    /** As it was found: copied. */
    public SampledBlocks {
        sites = List.copyOf(sites);
        rows = List.copyOf(rows);
    }

    /**
     * Blocks of one site.
     *
     * @param allocated milliseconds since 1970, or {@link #NEVER}
     * @param freed milliseconds since 1970, or {@link #NEVER}
     * @param site its index
     * @param count an estimate, as the others
     * @param bytes of them
     * @param variance of {@code bytes}
     */
    public record Row(long allocated, long freed, int site, double count, double bytes, double variance) {
        boolean isLiveAt(long millis) {
            return allocated <= millis && (freed == NEVER || freed > millis);
        }
    }

    /** What each site holds at the end. */
    long[] liveBytes() {
        double[] bytes = new double[sites.size()];
        for (Row row : rows) {
            bytes[row.site] += row.freed == NEVER ? row.bytes : 0;
        }
        long[] rounded = new long[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            rounded[i] = Math.round(bytes[i]);
        }
        return rounded;
    }
}
