package io.nmt.spark;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the driver's log, when an executor is lost, what held its memory. Keeps one message of each. Thread-safe. */
final class LostExecutors extends SparkListener {
    private static final Logger LOG = LoggerFactory.getLogger(NmtPlugin.class);

    /** Spark's words when it gives up an idle executor itself. */
    private static final List<String> BY_DESIGN = List.of("Executor killed by driver", "Executor decommission");

    private final Map<String, ExecutorState> last = new ConcurrentHashMap<>();
    private final Map<String, String> hosts = new ConcurrentHashMap<>();

    void told(ExecutorState state) {
        // Messages of one executor may overtake each other.
        last.merge(state.executor(), state, (one, other) -> one.timeMillis() > other.timeMillis() ? one : other);
        LOG.debug(
                "executor {} on host {} holds {} bytes outside the heap{}",
                state.executor(),
                hosts.get(state.executor()),
                state.trackedBytes(),
                state.evidenceFile().isEmpty() ? "" : ", and has written " + state.evidenceFile());
    }

    @Override
    public void onExecutorAdded(SparkListenerExecutorAdded added) {
        hosts.put(added.executorId(), added.executorInfo().executorHost());
    }

    @Override
    public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
        try {
            String host = hosts.remove(removed.executorId());
            ExecutorState state = last.remove(removed.executorId());
            String text = LossText.of(
                    removed.executorId(), host == null ? "unknown" : host, removed.reason(), removed.time(), state);
            if (BY_DESIGN.stream().anyMatch(removed.reason()::startsWith)) {
                LOG.info("{}", text);
            } else {
                LOG.warn("{}", text);
            }
        } catch (RuntimeException | LinkageError e) {
            Sampler.failed(e);
        }
    }
}
