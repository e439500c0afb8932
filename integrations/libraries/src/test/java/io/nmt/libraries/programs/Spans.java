package io.nmt.libraries.programs;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.ScopeUsage;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Allocates within spans of OpenTelemetry, each time another power of two, and tells the sum of each scope. Arguments:
 * {@code agent} if its agent has the SDK, {@code late} to wait until nmt is attached.
 */
public final class Spans {
    private static final Queue<ByteBuffer> BUFFERS = new ConcurrentLinkedQueue<>();

    private Spans() {}

    public static void main(String[] arguments) throws Exception {
        String how = arguments.length == 0 ? "" : arguments[0];
        Tracer tracer = how.equals("agent")
                ? GlobalOpenTelemetry.getTracer("test")
                : OpenTelemetrySdk.builder()
                        .setTracerProvider(SdkTracerProvider.builder().build())
                        .build()
                        .getTracer("test");
        Span request = tracer.spanBuilder("GET /orders").startSpan();
        try (Scope first = request.makeCurrent()) {
            check(first);
            if (how.equals("late")) {
                System.out.println("ready");
                System.out.flush();
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
            }
        }
        allocate(0);
        try (Scope outer = request.makeCurrent()) {
            check(outer);
            allocate(1);
            Span query = tracer.spanBuilder("SELECT").startSpan();
            try (Scope inner = query.makeCurrent();
                    io.nmt.core.Scope tenant = NativeMemory.scope("tenant", "acme")) {
                check(inner, tenant);
                allocate(2);
                query.updateName("UPDATE");
                allocate(3);
            }
            allocate(4);
            remote();
            Thread thread = new Thread(Context.current().wrap(() -> allocate(6)));
            thread.start();
            thread.join();
        }
        allocate(7);
        for (ScopeUsage usage : NativeMemory.scopes()) {
            System.out.println(usage.name() + " " + (usage.names().isEmpty() ? "" : usage.allocatedBytes() >> 10));
        }
    }

    /** A span of another process has no name here. */
    private static void remote() {
        SpanContext other = SpanContext.createFromRemoteParent(
                "0af7651916cd43dd8448eb211c80319c",
                "b7ad6b7169203331",
                TraceFlags.getSampled(),
                TraceState.getDefault());
        try (Scope scope = Span.wrap(other).makeCurrent()) {
            check(scope);
            allocate(5);
        }
    }

    private static void check(Object... scopes) {
        for (Object scope : scopes) {
            if (scope == null) {
                throw new AssertionError();
            }
        }
    }

    private static void allocate(int power) {
        BUFFERS.add(ByteBuffer.allocateDirect(1 << (10 + power)));
    }
}
