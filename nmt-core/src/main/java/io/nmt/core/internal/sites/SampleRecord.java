package io.nmt.core.internal.sites;

/**
 * The record of a sampled block in one long, for a table of blocks.
 *
 * <pre>
 *  63             44 43         32 31                       0
 * +-----------------+-------------+-------------------------+
 * |   call site     |   thread    |  age of the process     |
 * +-----------------+-------------+-------------------------+
 * </pre>
 *
 * The time is in units of {@value #NANOS_PER_UNIT} ns since the first sample; it is enough for 497 days, and stands
 * still then. Sites are numbered from 1, so that no record is 0.
 */
public final class SampleRecord {
    static final int MAX_SITES = 1 << 14;
    static final int MAX_THREADS = 1 << 12;
    /** The unit of times. */
    public static final long NANOS_PER_UNIT = 10_000_000;

    private static final int SITE_SHIFT = 44;
    private static final int THREAD_SHIFT = 32;
    private static final long MAX_TIME = (1L << THREAD_SHIFT) - 1;
    private static final long START_NANOS = System.nanoTime();

    private SampleRecord() {}

    /**
     * A record of the current thread.
     *
     * @param site where the sample was taken
     * @param time by {@link #now}
     * @return the record
     */
    public static long of(CallSite site, long time) {
        return of(site.id(), ThreadNames.current(), time);
    }

    static long of(int siteId, int threadId, long time) {
        return (long) siteId << SITE_SHIFT | (long) threadId << THREAD_SHIFT | time;
    }

    static int siteId(long entry) {
        return (int) (entry >>> SITE_SHIFT);
    }

    static int threadId(long entry) {
        return (int) (entry >>> THREAD_SHIFT) & (MAX_THREADS - 1);
    }

    /**
     * The time of the sample.
     *
     * @param entry a record
     * @return by {@link #now}
     */
    public static long time(long entry) {
        return entry & MAX_TIME;
    }

    /** Site and thread: the same for all samples of a thread at a site. */
    static long withoutTime(long entry) {
        return entry & ~MAX_TIME;
    }

    /**
     * The present moment.
     *
     * @return in units of {@value #NANOS_PER_UNIT} ns
     */
    public static long now() {
        return Math.min(MAX_TIME, (System.nanoTime() - START_NANOS) / NANOS_PER_UNIT);
    }
}
