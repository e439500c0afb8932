package io.nmt.report.document;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A figure over time, as its course is drawn. Immutable.
 *
 * @param most the most of each of equally long parts of that time; null for a part in which nothing was read
 */
public record Curve(List<Long> most) {
    /** As it was read: copied. */
    public Curve {
        most = Collections.unmodifiableList(new ArrayList<>(most));
    }
}
