package io.nmt.core.internal.scopes;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.internal.jdk.JdkInternals;
import io.nmt.core.internal.scopes.opentelemetry.context.ArrayBasedContext;
import io.nmt.core.internal.scopes.opentelemetry.context.DefaultContextKey;
import io.nmt.core.internal.scopes.opentelemetry.sdk.trace.SdkSpan;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads spans from classes that have the names and fields of OpenTelemetry's. */
class CurrentSpanTest {
    private static final Object SPAN = new DefaultContextKey("opentelemetry-trace-span-key");

    @BeforeEach
    void needsTheInsideOfTheJdk() {
        Assumptions.assumeTrue(JdkInternals.access() != null);
    }

    @Test
    void theNameIsThatOfTheSpansKey() {
        Object other = new DefaultContextKey("opentelemetry-traces-local-root-span");

        assertThat(CurrentSpan.nameIn(new ArrayBasedContext(other, new SdkSpan("GET /"), SPAN, new SdkSpan("SELECT"))))
                .isEqualTo("SELECT");
        assertThat(CurrentSpan.nameIn(new ArrayBasedContext(other, new SdkSpan("GET /"))))
                .isNull();
    }

    @Test
    void whatIsOfAnotherClassHasNoName() {
        assertThat(CurrentSpan.nameIn(null)).isNull();
        assertThat(CurrentSpan.nameIn("a context")).isNull();
        assertThat(CurrentSpan.nameIn(new ArrayBasedContext(SPAN, "not sampled")))
                .isNull();
        assertThat(CurrentSpan.nameIn(new ArrayBasedContext(SPAN))).isNull();
        assertThat(CurrentSpan.nameIn(new ArrayBasedContext("a key", new SdkSpan("GET /"))))
                .isNull();
        assertThat(CurrentSpan.nameIn(new ArrayBasedContext((Object[]) null))).isNull();
        assertThat(CurrentSpan.nameIn(new ArrayBasedContext(SPAN, new SdkSpan(null))))
                .isNull();
    }

    @Test
    @SuppressWarnings("ThreadLocalUsage") // each stands for a copy of the library
    void theStorageOfEachCopyIsReadUpToABound() {
        int named = NamedScopes.of(NamedScopes.NONE, "tenant", "acme");
        ThreadLocal<Object> storage = new ThreadLocal<>();
        CurrentSpan.storedIn(ThreadLocal.withInitial(() -> {
            throw new IllegalStateException("the application's");
        }));
        CurrentSpan.storedIn(null);
        CurrentSpan.storedIn(storage);
        CurrentSpan.storedIn(storage);

        assertThat(CurrentSpan.within(named)).isEqualTo(named);

        storage.set(new ArrayBasedContext(SPAN, new SdkSpan("GET /")));
        assertThat(CurrentSpan.isRead()).isTrue();
        assertThat(NamedScopes.text(CurrentSpan.within(named))).isEqualTo("tenant=acme, span=GET /");
        assertThat(NamedScopes.text(CurrentSpan.within(NamedScopes.NONE))).isEqualTo("span=GET /");

        storage.remove();
        for (int i = 0; i < 7; i++) {
            CurrentSpan.storedIn(new ThreadLocal<>());
        }
        ThreadLocal<Object> beyond = new ThreadLocal<>();
        CurrentSpan.storedIn(beyond);
        beyond.set(new ArrayBasedContext(SPAN, new SdkSpan("GET /")));
        assertThat(CurrentSpan.within(named)).isEqualTo(named);
    }
}
