package io.nmt.bench.support;

import java.util.List;

/**
 * One side of a comparison.
 *
 * @param label its name in tables
 * @param jvmOptions what its JVM gets besides what all get
 */
public record Variant(String label, List<String> jvmOptions) {
    /** The side that the others are compared with: no tracker at all. */
    public static final Variant NOTHING = new Variant("nothing");

    /**
     * A variant.
     *
     * @param label its name in tables
     * @param jvmOptions what its JVM gets besides what all get
     */
    public Variant(String label, String... jvmOptions) {
        this(label, List.of(jvmOptions));
    }
}
