package io.nmt.bench.endtoend;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Sends requests at a fixed rate, whether or not the service keeps up, and measures each one's latency from the moment
 * at which it was <em>due</em>: when all connections are busy, the wait for a free one counts. No coordinated omission.
 */
final class OpenLoopLoad {
    /*
     * As many threads as requests may be under way. Each takes the next request, sleeps until it is due, sends it and
     * waits for the answer; a request is late only when all threads wait for answers. Blocking sockets, because service
     * and client share the machine, and a client with an event loop of its own takes more of it at this rate: the time
     * that the client needs is part of every latency.
     */
    static final int REQUESTS_PER_SECOND = 50;
    static final int AT_A_TIME = 25;

    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1) / REQUESTS_PER_SECOND;
    private static final long MAX_LATENCY_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final int TIMEOUT_MILLIS = 30_000;
    /** A sleep ends about so much late, so the rest is spent spinning: 0.5 % of one core at this rate. */
    private static final long SPIN_NANOS = 100_000;

    static {
        // Read once, when the first connection is put aside for the next request.
        System.setProperty("http.maxConnections", Integer.toString(AT_A_TIME));
    }

    private final URL target;
    private final int requests;
    private final AtomicInteger next = new AtomicInteger();
    private final Histogram latencyNanos = new ConcurrentHistogram(MAX_LATENCY_NANOS, 3);

    private OpenLoopLoad(URL target, int requests) {
        this.target = target;
        this.requests = requests;
    }

    /**
     * Loads the service.
     *
     * @param target what is asked for
     * @param seconds how long
     * @return the latencies of all requests, in nanoseconds
     * @throws IOException if a request failed, or was answered with another status than 200
     * @throws InterruptedException if interrupted
     */
    static Histogram run(URL target, int seconds) throws IOException, InterruptedException {
        return new OpenLoopLoad(target, seconds * REQUESTS_PER_SECOND).run();
    }

    private Histogram run() throws IOException, InterruptedException {
        ExecutorService senders = Executors.newFixedThreadPool(AT_A_TIME);
        try {
            long firstNanos = System.nanoTime() + INTERVAL_NANOS;
            List<Future<?>> results = new ArrayList<>();
            for (int i = 0; i < AT_A_TIME; i++) {
                results.add(senders.submit(() -> {
                    send(firstNanos);
                    return null;
                }));
            }
            for (Future<?> result : results) {
                result.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("the service did not answer", e.getCause());
        } finally {
            senders.shutdownNow();
        }
        return latencyNanos;
    }

    private void send(long firstNanos) throws IOException {
        for (int i = next.getAndIncrement(); i < requests; i = next.getAndIncrement()) {
            long dueNanos = firstNanos + i * INTERVAL_NANOS;
            awaitNanoTime(dueNanos);
            request(target);
            latencyNanos.recordValue(System.nanoTime() - dueNanos);
        }
    }

    private static void awaitNanoTime(long dueNanos) {
        for (long rest = dueNanos - System.nanoTime(); rest > 0; rest = dueNanos - System.nanoTime()) {
            if (rest > SPIN_NANOS) {
                LockSupport.parkNanos(rest - SPIN_NANOS);
            } else {
                Thread.onSpinWait();
            }
        }
    }

    /**
     * One request, until the last byte of its answer.
     *
     * @throws IOException if it failed, or was answered with another status than 200
     */
    static void request(URL target) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) target.openConnection();
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        int status = connection.getResponseCode();
        if (status != HttpURLConnection.HTTP_OK) {
            throw new IOException("HTTP status " + status + " from " + target);
        }
        try (InputStream answer = connection.getInputStream()) {
            answer.readAllBytes();
        }
    }
}
