package io.nmt.report.model;

import java.util.List;

/**
 * Threads, class loaders and compiled code, by the code that made them. Immutable.
 *
 * @param threads that live
 * @param loaders of classes that were not collected
 * @param code the package with most compiled code; null if unknown
 * @param millis the time of these figures, since 1970; {@link Statement#UNKNOWN} if it is now
 * @param grown in a recording, what grew in number before; a process remembers that by itself
 * @param told in a recording, what the process said of growth
 */
public record MadeReading(
        ThreadReading threads,
        LoaderReading loaders,
        CodeOwner code,
        long millis,
        List<GrownEarlier> grown,
        ToldGrowth told) {
    /** Nothing. */
    public static final MadeReading NONE = new MadeReading(ThreadReading.NONE, LoaderReading.NONE);

    /** As it was read: copied. */
    public MadeReading {
        grown = List.copyOf(grown);
    }

    /**
     * Without what a process said.
     *
     * @param threads as above
     * @param loaders as above
     * @param code as above
     * @param millis as above
     * @param grown as above
     */
    public MadeReading(
            ThreadReading threads, LoaderReading loaders, CodeOwner code, long millis, List<GrownEarlier> grown) {
        this(threads, loaders, code, millis, grown, ToldGrowth.NONE);
    }

    /**
     * Without what grew before.
     *
     * @param threads as above
     * @param loaders as above
     * @param code as above
     * @param millis as above
     */
    public MadeReading(ThreadReading threads, LoaderReading loaders, CodeOwner code, long millis) {
        this(threads, loaders, code, millis, List.of());
    }

    /**
     * Threads and class loaders alone.
     *
     * @param threads that live
     * @param loaders of classes that were not collected
     */
    public MadeReading(ThreadReading threads, LoaderReading loaders) {
        this(threads, loaders, null);
    }

    /**
     * As of now.
     *
     * @param threads as above
     * @param loaders as above
     * @param code as above
     */
    public MadeReading(ThreadReading threads, LoaderReading loaders, CodeOwner code) {
        this(threads, loaders, code, Statement.UNKNOWN);
    }
}
