package io.nmt.report.model;

/**
 * Threads and class loaders, by the lines of code that made them. Immutable.
 *
 * @param threads that live
 * @param loaders of classes that were not collected
 */
public record MadeReading(ThreadReading threads, LoaderReading loaders) {
    /** Nothing. */
    public static final MadeReading NONE = new MadeReading(ThreadReading.NONE, LoaderReading.NONE);
}
