package io.nmt.micrometer;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** For Spring Boot, which binds every {@link MeterBinder} that is a bean. An application's own bean replaces it. */
@AutoConfiguration
@ConditionalOnClass(MeterBinder.class)
public class NativeMemoryMetricsAutoConfiguration {
    /** Called by Spring Boot. */
    public NativeMemoryMetricsAutoConfiguration() {}

    /**
     * The meters.
     *
     * @return of the agent
     */
    @Bean
    @ConditionalOnMissingBean
    public NativeMemoryMetrics nativeMemoryMetrics() {
        return new NativeMemoryMetrics();
    }
}
