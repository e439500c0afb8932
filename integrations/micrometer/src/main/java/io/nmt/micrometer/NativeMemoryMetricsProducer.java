package io.nmt.micrometer;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** For CDI, so for Quarkus, which binds every {@code MeterBinder} that is a bean. */
@Dependent
public class NativeMemoryMetricsProducer {
    /** Called by CDI. */
    public NativeMemoryMetricsProducer() {}

    /**
     * The meters.
     *
     * @return of the agent
     */
    @Produces
    @Singleton
    public NativeMemoryMetrics nativeMemoryMetrics() {
        return new NativeMemoryMetrics();
    }
}
