package io.nmt.core.internal.scopes.opentelemetry.context;

/** Has the field of OpenTelemetry's class. */
public final class DefaultContextKey {
    private final String name;

    public DefaultContextKey(String name) {
        this.name = name;
    }

    @Override
    public String toString() {
        throw new IllegalStateException("called: " + name);
    }
}
