package io.nmt.report.document;

import io.nmt.report.document.Report.Section;
import java.util.LinkedHashMap;
import java.util.Map;

/** Fields of a report for programs alone. */
public final class Facts implements Section {
    private final Map<String, Object> values = new LinkedHashMap<>();

    /** No fields yet. */
    public Facts() {}

    /**
     * Adds a field.
     *
     * @param key its name; {@code a.b} is the field {@code b} of an object {@code a}
     * @param value as of a cell of a {@link Table}; null adds nothing
     * @return this
     */
    public Facts add(String key, Object value) {
        if (value != null) {
            values.put(key, value);
        }
        return this;
    }

    /** Adds the fields of others. */
    Facts addAll(Facts others) {
        values.putAll(others.values);
        return this;
    }

    Map<String, Object> values() {
        return values;
    }
}
