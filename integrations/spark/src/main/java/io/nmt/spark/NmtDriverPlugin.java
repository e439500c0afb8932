package io.nmt.spark;

import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.PluginContext;

/** The part in the driver: keeps what each executor told last, and its own gauges, if the agent is there. */
final class NmtDriverPlugin implements DriverPlugin {
    private final LostExecutors executors = new LostExecutors();
    private Sampler sampler;
    private Settings settings;
    private boolean local;

    @Override
    public Map<String, String> init(SparkContext spark, PluginContext context) {
        try {
            settings = Settings.of(context.conf());
            spark.addSparkListener(executors);
            local = spark.isLocal();
            return settings.handed();
        } catch (RuntimeException | LinkageError e) {
            settings = null;
            Sampler.failed(e);
            return Map.of();
        }
    }

    /** In local mode, the executor's part has the same gauges. */
    @Override
    public void registerMetrics(String applicationId, PluginContext context) {
        if (settings == null || local) {
            return;
        }
        try {
            Gauges gauges = new Gauges(context.metricRegistry());
            sampler = new Sampler(settings, gauges, context.executorID(), false, null);
            sampler.start();
        } catch (RuntimeException | LinkageError e) {
            Sampler.failed(e);
        }
    }

    @Override
    public Object receive(Object message) {
        if (message instanceof ExecutorState state) {
            executors.told(state);
        }
        return null;
    }

    @Override
    public void shutdown() {
        if (sampler != null) {
            sampler.stop();
        }
    }
}
