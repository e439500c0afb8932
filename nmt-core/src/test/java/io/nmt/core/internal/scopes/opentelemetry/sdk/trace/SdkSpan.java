package io.nmt.core.internal.scopes.opentelemetry.sdk.trace;

/** Has the field of OpenTelemetry's class. */
public final class SdkSpan {
    private final String name;

    public SdkSpan(String name) {
        this.name = name;
    }

    /** The library takes a lock here. */
    public String getName() {
        throw new IllegalStateException("called: " + name);
    }
}
