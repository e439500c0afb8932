package io.nmt.micrometer;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Objects;

/**
 * Native memory as gauges, of the agent that is in this JVM.
 *
 * <p>By category (tag {@code nmt.category}) {@code nmt.memory.used}, {@code nmt.memory.peak} (bytes) and
 * {@code nmt.memory.blocks}; {@code nmt.total.peak}; and as far as it is known of this process {@code nmt.process.rss},
 * {@code nmt.process.untracked}, {@code nmt.cgroup.used}, {@code nmt.cgroup.limit}, {@code nmt.direct.used},
 * {@code nmt.direct.limit} (bytes), {@code nmt.leak.suspects} and {@code nmt.growing}. The attributes of the agent's
 * MBeans, which have the same figures, say what they mean.
 *
 * <p>Without the agent it logs one line, and there are no meters. A category has meters once it was used: one that is
 * used later gets them when any of ours is next read, so it is in the next scrape but one at the latest. Figures are at
 * most {@value MeterFigures#AGE_MILLIS} ms old. Thread-safe.
 */
public final class NativeMemoryMetrics implements MeterBinder {
    private static final System.Logger LOGGER = System.getLogger(NativeMemoryMetrics.class.getName());
    private static final long UNKNOWN = -1;

    private final boolean library;

    /** A binder of the agent's figures. */
    public NativeMemoryMetrics() {
        this(false);
    }

    private NativeMemoryMetrics(boolean library) {
        this.library = library;
    }

    /**
     * A binder of memory that the application allocates through {@code nmt-core}, which must be on the class path. It
     * has the meters by category and {@code nmt.total.peak} alone. With the agent ({@code -javaagent}), it is the same
     * as {@link #NativeMemoryMetrics()}. Without it, an agent that is attached later stays inactive: it would not know
     * the memory in these books.
     *
     * @return a binder
     */
    public static NativeMemoryMetrics ofLibrary() {
        return new NativeMemoryMetrics(true);
    }

    /**
     * Registers the gauges.
     *
     * @param registry of any kind, or a composite
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        Objects.requireNonNull(registry, "registry");
        try {
            Source source = source();
            if (source != null) {
                bind(source, registry);
            }
        } catch (RuntimeException | LinkageError e) {
            LOGGER.log(System.Logger.Level.WARNING, "No metrics of native memory: " + e);
        }
    }

    private Source source() {
        if (AgentSource.isThere()) {
            AgentSource agent = new AgentSource();
            if (agent.isUsable()) {
                return agent;
            }
            LOGGER.log(System.Logger.Level.WARNING, "No metrics of native memory: nmt's agent has no MBeans here");
            return null;
        }
        if (library) {
            return new LibrarySource();
        }
        LOGGER.log(
                System.Logger.Level.INFO,
                "No metrics of native memory: the JVM was started without -javaagent:nmt-agent.jar");
        return null;
    }

    private static void bind(Source source, MeterRegistry registry) {
        MeterFigures figured = new MeterFigures(source, registry);
        figured.now();
        Gauge.builder("nmt.total.peak", () -> figured.now().peakBytes())
                .description("Most native memory ever tracked at once, all categories together")
                .baseUnit(BaseUnits.BYTES)
                .register(registry);
        ProcessMeter[] meters = {
            new ProcessMeter("nmt.process.rss", "Rss", BaseUnits.BYTES, "Resident memory"),
            new ProcessMeter(
                    "nmt.process.untracked",
                    "Untracked",
                    BaseUnits.BYTES,
                    "Least resident memory that is neither Java heap nor tracked"),
            new ProcessMeter(
                    "nmt.cgroup.used",
                    "CgroupUsed",
                    BaseUnits.BYTES,
                    "Container memory that counts toward its limit, without page cache"),
            new ProcessMeter("nmt.cgroup.limit", "CgroupLimit", BaseUnits.BYTES, "Container limit"),
            new ProcessMeter(
                    "nmt.direct.used",
                    "DirectUsed",
                    BaseUnits.BYTES,
                    "Memory counted toward the limit of direct buffers"),
            new ProcessMeter("nmt.direct.limit", "DirectLimit", BaseUnits.BYTES, "Limit of direct buffers"),
            new ProcessMeter(
                    "nmt.leak.suspects",
                    "LeakSuspects",
                    null,
                    "Lines of code, categories, threads, class loaders and handle classes that leak"),
            new ProcessMeter(
                    "nmt.growing",
                    "Growing",
                    null,
                    "Lines of code, categories, metaspace, class loaders, mapped files and threads that grow"),
        };
        for (ProcessMeter meter : meters) {
            if (source.process(meter.attribute) != UNKNOWN) {
                Gauge.builder(meter.name, () -> source.process(meter.attribute))
                        .description(meter.description)
                        .baseUnit(meter.unit)
                        .register(registry);
            }
        }
    }

    private record ProcessMeter(String name, String attribute, String unit, String description) {}
}
