package io.nmt.cli.export;

import java.util.function.ToLongFunction;

/** The figures of a row, named as Go's heap profiles name them, in their order. */
enum SampleType {
    /** Blocks that were allocated, freed or not. */
    ALLOC_OBJECTS("alloc_objects", "count", ProfileRow::allocObjects),
    /** Bytes of these. */
    ALLOC_SPACE("alloc_space", "bytes", ProfileRow::allocBytes),
    /** Blocks that are live. */
    INUSE_OBJECTS("inuse_objects", "count", ProfileRow::inuseObjects),
    /** Bytes of these. */
    INUSE_SPACE("inuse_space", "bytes", ProfileRow::inuseBytes);

    private final String label;
    private final String unit;
    private final ToLongFunction<ProfileRow> figure;

    SampleType(String label, String unit, ToLongFunction<ProfileRow> figure) {
        this.label = label;
        this.unit = unit;
        this.figure = figure;
    }

    String label() {
        return label;
    }

    String unit() {
        return unit;
    }

    long of(ProfileRow row) {
        return figure.applyAsLong(row);
    }
}
