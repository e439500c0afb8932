package io.nmt.spark;

import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * Native memory outside the Java heap of Spark's executors: gauges in Spark's metrics system, and in the driver's log,
 * when an executor is lost, what held its memory, down to the line of code. Switched on by {@code
 * spark.plugins=io.nmt.spark.NmtPlugin}, with {@code nmt-spark.jar} and {@code nmt-agent.jar} among {@code
 * spark.jars}.
 *
 * <p>It never harms the job: what fails inside is one line of log, and ends the plugin in that process. Settings:
 * {@code spark.nmt.interval} (a duration, 10s), {@code spark.nmt.agent.options} and {@code spark.nmt.agent.jar} (for
 * executors that were started without the agent).
 */
public final class NmtPlugin implements SparkPlugin {
    /** For Spark, which makes it by its name. */
    public NmtPlugin() {}

    @Override
    public DriverPlugin driverPlugin() {
        return new NmtDriverPlugin();
    }

    @Override
    public ExecutorPlugin executorPlugin() {
        return new NmtExecutorPlugin();
    }
}
