package io.nmt.spark;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The gauges of a process, as {@code plugin.io.nmt.spark.NmtPlugin.NAME} in Spark's sinks: {@code memory.resident} and
 * {@code memory.limit} from the start, {@code memory.used.total} and one for each category, such as {@code
 * memory.used.direct_buffer}, once the agent is there. Bytes. A sink reads what was found in the last second.
 */
final class Gauges {
    private static final String USED = "memory.used.";
    private static final String TOTAL = "total";

    private final MetricRegistry registry;
    private final Map<String, Long> used = new ConcurrentHashMap<>();

    /** With those that are always there: Spark looks at the registry only once whether it is empty. */
    Gauges(MetricRegistry registry) {
        this.registry = registry;
        registry.register("memory.resident", (Gauge<Long>) ProcessMemory::residentBytes);
        registry.register("memory.limit", (Gauge<Long>) ProcessMemory::limitBytes);
    }

    void set(Map<String, Long> categories) {
        long total = 0;
        for (Map.Entry<String, Long> category : categories.entrySet()) {
            total += category.getValue();
            set(name(category.getKey()), category.getValue());
        }
        set(TOTAL, total);
    }

    private void set(String name, long bytes) {
        if (used.put(name, bytes) == null) {
            registry.register(USED + name, (Gauge<Long>) () -> used.get(name));
        }
    }

    private static String name(String category) {
        String name = category.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
        return name.equals(TOTAL) ? "total_" : name;
    }
}
