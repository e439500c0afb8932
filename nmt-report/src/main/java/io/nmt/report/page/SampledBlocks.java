package io.nmt.report.page;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sampled blocks over time, those alike added up. Immutable.
 *
 * @param sites that allocated them
 * @param threads names of those that allocated them, as far as they are known
 * @param rows what was allocated when and freed when
 * @param bucketMillis times are rounded down to a multiple of this: a window whose ends are multiples of it, without
 *     its end, shows exactly the samples that were allocated in it and not freed in it
 */
public record SampledBlocks(List<Site> sites, List<String> threads, List<Row> rows, long bucketMillis) {
    /** The number of a thread without a name. */
    public static final int UNKNOWN_THREAD = -1;

    /** The time of what is not freed, and of what was allocated before all samples. */
    public static final long NEVER = -1;

    /** None. */
    public static final SampledBlocks NONE = new SampledBlocks(List.of(), List.of(), 1);

    /** As it was found: copied. */
    public SampledBlocks {
        sites = List.copyOf(sites);
        threads = List.copyOf(threads);
        rows = List.copyOf(rows);
    }

    /**
     * The same, of unknown threads.
     *
     * @param sites that allocated them
     * @param rows as above
     * @param bucketMillis as above
     */
    public SampledBlocks(List<Site> sites, List<Row> rows, long bucketMillis) {
        this(sites, List.of(), rows, bucketMillis);
    }

    /**
     * Blocks of one site.
     *
     * @param allocated milliseconds since 1970, or {@link #NEVER}
     * @param freed milliseconds since 1970, or {@link #NEVER}
     * @param site its index
     * @param thread its index, or {@link #UNKNOWN_THREAD}
     * @param count an estimate, as the others
     * @param bytes of them
     * @param variance of {@code bytes}
     */
    public record Row(long allocated, long freed, int site, int thread, double count, double bytes, double variance) {
        /**
         * The same, of an unknown thread.
         *
         * @param allocated as above
         * @param freed as above
         * @param site its index
         * @param count an estimate, as the others
         * @param bytes of them
         * @param variance of {@code bytes}
         */
        public Row(long allocated, long freed, int site, double count, double bytes, double variance) {
            this(allocated, freed, site, UNKNOWN_THREAD, count, bytes, variance);
        }

        private Row times(double bytesShare, double countShare) {
            return new Row(
                    allocated,
                    freed,
                    site,
                    thread,
                    count * countShare,
                    bytes * bytesShare,
                    variance * bytesShare * bytesShare);
        }

        boolean isLiveAt(long millis) {
            return allocated <= millis && (freed == NEVER || freed > millis);
        }
    }

    /**
     * Bounds what is live at the end: the blocks of a category are together no more, and have no more bytes, than the
     * category has, whose figures are no estimates.
     *
     * @param whole the figures of categories then; where it has none, nothing is bounded
     * @return the same samples, those of a category that is exceeded with less weight
     */
    public SampledBlocks within(Snapshot whole) {
        Map<String, Sum> exact = new HashMap<>();
        Map<String, Sum> estimated = new HashMap<>();
        for (Row row : rows) {
            if (row.freed == NEVER) {
                (row.variance == 0 ? exact : estimated)
                        .computeIfAbsent(sites.get(row.site).category(), any -> new Sum())
                        .add(row);
            }
        }
        Map<String, CategoryUsage> most = new HashMap<>();
        whole.categories().forEach(usage -> most.put(usage.category(), usage));
        List<Row> bounded = new ArrayList<>();
        for (Row row : rows) {
            String category = sites.get(row.site).category();
            CategoryUsage usage = most.get(category);
            if (usage == null || row.freed != NEVER || row.variance == 0) {
                bounded.add(row);
            } else {
                Sum all = estimated.get(category);
                Sum known = exact.getOrDefault(category, new Sum());
                bounded.add(row.times(
                        share(all.bytes, usage.committed() - known.bytes),
                        share(all.count, usage.count() - known.count)));
            }
        }
        return new SampledBlocks(sites, threads, bounded, bucketMillis);
    }

    private static double share(double sum, double most) {
        return sum <= most || sum <= 0 ? 1 : Math.max(0, most) / sum;
    }

    /**
     * The bytes of each site at the end.
     *
     * @param end of the time in which samples were taken
     * @return the site with most bytes first; all figures are estimates
     */
    public List<SiteUsage> live(Instant end) {
        return live(end.toEpochMilli(), end.toEpochMilli());
    }

    /** The same of what was allocated until a time. */
    List<SiteUsage> live(long endMillis, long untilMillis) {
        Map<Integer, Sum> sums = new TreeMap<>();
        for (Row row : rows) {
            if (row.freed == NEVER && row.allocated <= untilMillis) {
                sums.computeIfAbsent(row.site, any -> new Sum()).add(row);
            }
        }
        List<SiteUsage> live = new ArrayList<>();
        sums.forEach((site, sum) -> live.add(sum.usage(sites.get(site), endMillis)));
        live.sort(Comparator.comparingLong(SiteUsage::liveBytes).reversed());
        return live;
    }

    /** Bytes of each site at the end. */
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

    private static final class Sum {
        private static final long NANOS_PER_MILLI = 1_000_000;

        private double bytes;
        private double count;
        private double variance;
        private long oldest = Long.MAX_VALUE;

        void add(Row row) {
            bytes += row.bytes;
            count += row.count;
            variance += row.variance;
            oldest = Math.min(oldest, row.allocated);
        }

        SiteUsage usage(Site site, long endMillis) {
            long liveBytes = Math.round(bytes);
            long age = Math.max(0, endMillis - oldest) * NANOS_PER_MILLI;
            long error = Math.round(Math.sqrt(Math.max(0, variance)));
            return SiteUsage.recorded(site, liveBytes, error, Math.round(count), liveBytes, age);
        }
    }
}
