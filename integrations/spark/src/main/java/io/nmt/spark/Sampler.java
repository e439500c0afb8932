package io.nmt.spark;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that looks once a second at what this JVM holds outside the heap, sets the gauges, and tells the driver:
 * every interval, and at once when much has changed or the agent has written a report of memory pressure. A look takes
 * some 50 µs. What fails ends it, with one line of log.
 */
final class Sampler implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(NmtPlugin.class);
    private static final long LOOK_MILLIS = 1000;
    private static final long REPORT_MILLIS = 1000;

    // So much more or less than was told last is told at once: at least a part of it, and at least so many bytes.
    private static final int CHANGED_DIVISOR = 10;
    private static final long LEAST_BYTES = 16L << 20;

    private final Settings settings;
    private final Gauges gauges;
    private final String executor;
    private final boolean attaches;
    private final Consumer<ExecutorState> driver;
    private final CountDownLatch stopped = new CountDownLatch(1);

    // Once the agent is there.
    private StateReader reader;
    private Evidence evidence;
    private long toldBytes;
    private long toldNanos;
    private volatile boolean ready;

    /**
     * A sampler of one JVM.
     *
     * @param attaches whether to attach the agent where it is missing
     * @param driver gets the states; null for none
     */
    Sampler(Settings settings, Gauges gauges, String executor, boolean attaches, Consumer<ExecutorState> driver) {
        this.settings = settings;
        this.gauges = gauges;
        this.executor = executor;
        this.attaches = attaches;
        this.driver = driver;
    }

    void start() {
        Thread thread = new Thread(this, "nmt-spark");
        thread.setDaemon(true);
        thread.start();
    }

    void stop() {
        stopped.countDown();
    }

    @Override
    public void run() {
        try {
            if (!isTracked()) {
                return;
            }
            reader = new StateReader(executor);
            evidence = Evidence.ofThisProcess();
            ready = true;
            do {
                look(settings.intervalNanos());
            } while (!stopped.await(LOOK_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable t) {
            failed(t);
        }
    }

    private boolean isTracked() throws InterruptedException {
        if (AgentInJvm.isActive()) {
            return true;
        }
        if (!attaches) {
            return false;
        }
        String problem = AgentInJvm.require(settings.agentJar(), settings.agentOptions());
        if (!problem.isEmpty()) {
            LOG.warn("Native memory of executor {} is not tracked: {}", executor, problem);
            driver.accept(ExecutorState.unknown(executor, problem));
            return false;
        }
        LOG.info("Native memory of executor {} is tracked from now on; older allocations stay unknown", executor);
        return true;
    }

    /** Also by the thread that ends the JVM. */
    private synchronized void look(long intervalNanos) {
        Map<String, Long> categories = reader.categories();
        gauges.set(categories);
        if (driver == null) {
            return;
        }
        long bytes = categories.values().stream().mapToLong(Long::longValue).sum();
        boolean first = toldNanos == 0;
        boolean due = first || System.nanoTime() - toldNanos >= intervalNanos || hasChanged(bytes);
        // A report is to be told once, be it by a message that is due.
        if (evidence.isNew() || due) {
            driver.accept(reader.read(evidence));
            toldBytes = bytes;
            toldNanos = System.nanoTime();
        }
    }

    private boolean hasChanged(long bytes) {
        return Math.abs(bytes - toldBytes) > Math.max(LEAST_BYTES, toldBytes / CHANGED_DIVISOR);
    }

    /** Tells what has changed since it was last told, when the JVM ends. */
    void last() throws InterruptedException {
        if (ready) {
            evidence.await(REPORT_MILLIS);
            look(Long.MAX_VALUE);
        }
    }

    static void failed(Throwable t) {
        LOG.warn("Native memory is not tracked any more in this process, the job runs on: {}", t.toString());
    }
}
