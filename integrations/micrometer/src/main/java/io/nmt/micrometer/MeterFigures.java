package io.nmt.micrometer;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.HashSet;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The figures that all meters of one scrape are read from, and the meters of categories, which are registered as these
 * appear: none ever goes away. Thread-safe.
 */
final class MeterFigures {
    static final int AGE_MILLIS = 100;

    private static final String CATEGORY = "nmt.category";
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final Figures.Usage NOTHING = new Figures.Usage(0, 0, 0);

    private final Source source;
    private final MeterRegistry registry;
    private final Set<String> registered = new HashSet<>();
    private Figures figures;
    private long readNanos;

    MeterFigures(Source source, MeterRegistry registry) {
        this.source = source;
        this.registry = registry;
    }

    /** Returns the figures, of now or a little before. */
    Figures now() {
        Set<String> late = new HashSet<>();
        Figures now;
        synchronized (this) {
            if (figures == null || System.nanoTime() - readNanos > AGE_MILLIS * NANOS_PER_MILLI) {
                figures = source.read();
                readNanos = System.nanoTime();
                for (String category : figures.categories().keySet()) {
                    if (registered.add(category)) {
                        late.add(category);
                    }
                }
            }
            now = figures;
        }
        // Without the lock: the registry has locks of its own, and may read a gauge with one.
        for (String category : late) {
            register(category);
        }
        return now;
    }

    private void register(String category) {
        gauge("nmt.memory.used", category, BaseUnits.BYTES, "Native memory in use", Figures.Usage::bytes);
        gauge("nmt.memory.peak", category, BaseUnits.BYTES, "Most native memory ever in use", Figures.Usage::peakBytes);
        gauge("nmt.memory.blocks", category, null, "Live blocks of native memory", Figures.Usage::blocks);
    }

    private void gauge(
            String name, String category, String unit, String description, ToLongFunction<Figures.Usage> figure) {
        Gauge.builder(name, () -> figure.applyAsLong(now().categories().getOrDefault(category, NOTHING)))
                .description(description)
                .baseUnit(unit)
                .tag(CATEGORY, category)
                .register(registry);
    }
}
