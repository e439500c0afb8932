package io.nmt.core.internal.scopes.opentelemetry.context;

/** Has the fields of OpenTelemetry's class. */
public final class ArrayBasedContext {
    private final Object[] entries;

    /** Holds keys, each with its value behind it. */
    public ArrayBasedContext(Object... entries) {
        this.entries = entries;
    }

    @Override
    public String toString() {
        throw new IllegalStateException("called, with " + entries.length);
    }
}
