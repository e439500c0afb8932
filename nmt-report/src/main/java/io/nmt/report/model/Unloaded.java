package io.nmt.report.model;

/**
 * Classes, class loaders and Java heap that a full collection freed. Others may have been made meanwhile: all but
 * classes are at least.
 *
 * @param classes that were unloaded; negative where that is unknown
 * @param loaders by which the class loaders with classes are fewer; negative where that is unknown
 * @param metaspaceBytes by which the metaspace in use is smaller; negative where that is unknown
 * @param heapBytes by which the Java heap in use is smaller; negative where that is unknown
 */
public record Unloaded(long classes, long loaders, long metaspaceBytes, long heapBytes) {
    /** Nothing is known. */
    public static final Unloaded UNKNOWN = new Unloaded(-1, -1, -1, -1);
}
