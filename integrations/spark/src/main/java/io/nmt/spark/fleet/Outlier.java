package io.nmt.spark.fleet;

import java.io.Serializable;

/**
 * A host on which something holds much more, or less, than on the others of its version.
 *
 * @param value what it holds there
 * @param medianBytes what it holds on the middle one of the hosts
 */
public record Outlier(HostValue value, double medianBytes) implements Serializable {
    private static final long serialVersionUID = 1;

    double excessBytes() {
        return Math.abs(value.bytes() - medianBytes);
    }
}
