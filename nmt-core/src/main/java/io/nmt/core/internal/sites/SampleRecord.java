package io.nmt.core.internal.sites;

import io.nmt.core.internal.rules.ThreadScope;
import io.nmt.core.internal.scopes.NamedScopes;
import io.nmt.core.internal.scopes.ScopedThreads;

/**
 * The record of a sampled block in one long, for a table of blocks.
 *
 * <pre>
 *  63           48 47           32 31                       0
 * +---------------+---------------+-------------------------+
 * |   call site   | thread, scope |  age of the process     |
 * +---------------+---------------+-------------------------+
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

    private static final int SITE_SHIFT = 48;
    private static final int THREAD_SHIFT = 32;
    private static final int THREAD_MASK = (1 << (SITE_SHIFT - THREAD_SHIFT)) - 1; // a number of ScopedThreads
    private static final long MAX_TIME = (1L << THREAD_SHIFT) - 1;
    private static final long START_NANOS = System.nanoTime();

    private SampleRecord() {}

    /**
     * A record of the current thread, and of the named scope that it is in.
     *
     * @param site where the sample was taken
     * @param time by {@link #now}
     * @return the record
     */
    public static long of(CallSite site, long time) {
        int thread = ThreadNames.current();
        int scope = ThreadScope.nameId();
        return of(site.id(), scope == NamedScopes.NONE ? thread : ScopedThreads.number(thread, scope), time);
    }

    /** A record with a number of {@link ScopedThreads}, such as one of {@link ThreadNames}. */
    static long of(int siteId, int thread, long time) {
        return (long) siteId << SITE_SHIFT | (long) thread << THREAD_SHIFT | time;
    }

    static int siteId(long entry) {
        return (int) (entry >>> SITE_SHIFT);
    }

    static int threadId(long entry) {
        int thread = scopedThread(entry);
        return thread < MAX_THREADS ? thread : ScopedThreads.threadId(thread);
    }

    private static int scopedThread(long entry) {
        return (int) (entry >>> THREAD_SHIFT) & THREAD_MASK;
    }

    /**
     * The named scope of the sample.
     *
     * @param entry a record
     * @return its number in {@link NamedScopes}
     */
    public static int scopeId(long entry) {
        int thread = scopedThread(entry);
        return thread < MAX_THREADS ? NamedScopes.NONE : ScopedThreads.scopeId(thread);
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
        return of(siteId(entry), threadId(entry), 0);
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
