package io.nmt.report.model;

/**
 * What lines of code have made that is no memory of its own, and takes some. Immutable.
 *
 * @param threads that live
 * @param loaders of classes that were not collected
 */
public record MadeReading(ThreadReading threads, LoaderReading loaders) {
    /** Nothing. */
    public static final MadeReading NONE = new MadeReading(ThreadReading.NONE, LoaderReading.NONE);
}
