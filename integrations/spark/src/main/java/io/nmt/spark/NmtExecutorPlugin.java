package io.nmt.spark;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;

/**
 * The part in an executor. Its start waits for nothing: the agent is attached meanwhile. When the JVM ends by itself,
 * as after an error that Spark takes for fatal, the last figures are told before, which may take two seconds.
 */
final class NmtExecutorPlugin implements ExecutorPlugin {
    private static final long LAST_SECONDS = 2;

    private PluginContext context;
    private Sampler sampler;
    private Thread atEnd;
    private volatile boolean ending;

    @Override
    public void init(PluginContext pluginContext, Map<String, String> handed) {
        if (handed == null || handed.isEmpty()) {
            return; // the driver's part is not there, and has said why
        }
        try {
            context = pluginContext;
            sampler = new Sampler(
                    Settings.of(handed), new Gauges(context.metricRegistry()), context.executorID(), true, this::tell);
            atEnd = new Thread(this::tellLast, "nmt-spark-end");
            Runtime.getRuntime().addShutdownHook(atEnd);
            sampler.start();
        } catch (RuntimeException | LinkageError e) {
            Sampler.failed(e);
        }
    }

    private void tell(ExecutorState state) {
        try {
            if (ending) {
                context.ask(state); // so that it has arrived
            } else {
                context.send(state);
            }
        } catch (Exception e) {
            throw new IllegalStateException("the driver could not be informed: " + e, e);
        }
    }

    private void tellLast() {
        ending = true;
        Thread last = new Thread(this::lastLook, "nmt-spark-last");
        last.setDaemon(true);
        last.start();
        try {
            last.join(TimeUnit.SECONDS.toMillis(LAST_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void lastLook() {
        try {
            sampler.last();
        } catch (RuntimeException | LinkageError e) {
            return; // the driver may have ended
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void shutdown() {
        if (sampler == null) {
            return;
        }
        sampler.stop();
        try {
            Runtime.getRuntime().removeShutdownHook(atEnd);
        } catch (IllegalStateException e) {
            return; // the JVM ends, and the hook runs
        }
    }
}
