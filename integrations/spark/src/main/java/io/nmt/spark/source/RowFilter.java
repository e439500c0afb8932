package io.nmt.spark.source;

import java.io.Serializable;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.spark.sql.sources.EqualTo;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.sources.GreaterThan;
import org.apache.spark.sql.sources.GreaterThanOrEqual;
import org.apache.spark.sql.sources.In;
import org.apache.spark.sql.sources.IsNotNull;
import org.apache.spark.sql.sources.IsNull;
import org.apache.spark.sql.sources.LessThan;
import org.apache.spark.sql.sources.LessThanOrEqual;

/**
 * A condition on one column that is applied here, and not by Spark: rows that it refuses are not made. Null is neither
 * equal to anything, nor less or more.
 *
 * @param filter for Spark
 * @param column it is on
 */
record RowFilter(Filter filter, Column column) implements Serializable {
    private static final long serialVersionUID = 1;

    /** Returns null for one that is left to Spark. */
    static RowFilter of(Filter filter) {
        String name = null;
        if (filter instanceof EqualTo equal) {
            name = equal.attribute();
        } else if (filter instanceof In in) {
            name = in.attribute();
        } else if (filter instanceof IsNull isNull) {
            name = isNull.attribute();
        } else if (filter instanceof IsNotNull isNotNull) {
            name = isNotNull.attribute();
        } else if (filter instanceof GreaterThan greater) {
            name = greater.attribute();
        } else if (filter instanceof GreaterThanOrEqual greater) {
            name = greater.attribute();
        } else if (filter instanceof LessThan less) {
            name = less.attribute();
        } else if (filter instanceof LessThanOrEqual less) {
            name = less.attribute();
        }
        Column column = name == null ? null : Column.named(name);
        return column == null || column == Column.FRAMES ? null : new RowFilter(filter, column);
    }

    boolean accepts(Object value) {
        if (filter instanceof IsNull) {
            return value == null;
        }
        if (value == null) {
            return false;
        }
        if (filter instanceof EqualTo equal) {
            return value.equals(kept(equal.value()));
        } else if (filter instanceof In in) {
            Set<Object> values = new HashSet<>();
            Arrays.stream(in.values()).map(RowFilter::kept).forEach(values::add);
            return values.contains(value);
        } else if (filter instanceof GreaterThan greater) {
            return compare(value, greater.value()) > 0;
        } else if (filter instanceof GreaterThanOrEqual greater) {
            return compare(value, greater.value()) >= 0;
        } else if (filter instanceof LessThan less) {
            return compare(value, less.value()) < 0;
        } else if (filter instanceof LessThanOrEqual less) {
            return compare(value, less.value()) <= 0;
        }
        return true; // is not null
    }

    private static int compare(Object value, Object with) {
        Object other = kept(with);
        return value instanceof Long number ? Long.compare(number, (Long) other) : compareBytes((String) value, other);
    }

    /** As Spark compares strings: by the bytes of UTF-8, which is by code points. */
    private static int compareBytes(String value, Object with) {
        int[] one = value.codePoints().toArray();
        int[] other = ((String) with).codePoints().toArray();
        return Arrays.compare(one, other);
    }

    /** A value of Spark's as a column keeps it. */
    private static Object kept(Object value) {
        if (value instanceof Timestamp timestamp) {
            return micros(timestamp.toInstant());
        }
        if (value instanceof Instant instant) {
            return micros(instant);
        }
        return value instanceof Number number ? number.longValue() : value;
    }

    static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }
}
