package io.nmt.core.model;

import java.util.List;
import java.util.Objects;

/**
 * One name of a scope: a kind of context, and the one that it is.
 *
 * @param key for example {@code tenant}
 * @param value for example {@code acme}
 */
public record ScopeName(String key, String value) {
    /** Not null. */
    public ScopeName {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
    }

    /**
     * Several names as one text.
     *
     * @param names the outermost first
     * @return for example {@code tenant=acme, request=42}
     */
    public static String text(List<ScopeName> names) {
        StringBuilder text = new StringBuilder();
        for (ScopeName name : names) {
            text.append(text.length() == 0 ? "" : ", ").append(name);
        }
        return text.toString();
    }

    /** As reports show it, for example {@code tenant=acme}. */
    @Override
    public String toString() {
        return key.isEmpty() ? value : key.concat("=").concat(value);
    }
}
