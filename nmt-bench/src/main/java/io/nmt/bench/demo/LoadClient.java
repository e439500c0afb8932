package io.nmt.bench.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Puts an even load on the server, through the JDK's HTTP client. */
final class LoadClient {
    /** Requests under way at a time, each on a connection of its own. */
    static final int CONNECTIONS = 4;

    /** The rate of all connections together, which is never exceeded. */
    static final int REQUESTS_PER_SECOND = 200;

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(CONNECTIONS) / REQUESTS_PER_SECOND;

    private LoadClient() {}

    /**
     * Sends requests and waits for all responses.
     *
     * @param uri of the server
     * @param requests how many
     * @throws IOException if one was not answered as it should
     * @throws InterruptedException if the current thread is interrupted
     */
    static void run(URI uri, int requests) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(TIMEOUT)
                .build();
        HttpRequest request = HttpRequest.newBuilder(uri).timeout(TIMEOUT).build();
        ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            List<Callable<Void>> shares = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                int share = (requests + i) / CONNECTIONS;
                shares.add(() -> send(client, request, share));
            }
            for (Future<Void> share : threads.invokeAll(shares)) {
                share.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("A request failed: " + e.getCause(), e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static Void send(HttpClient client, HttpRequest request, int count)
            throws IOException, InterruptedException {
        long next = System.nanoTime();
        for (int i = 0; i < count; i++) {
            // Keeps the rate, and does not make up for delays.
            TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
            next = Math.max(next, System.nanoTime()) + INTERVAL_NANOS;
            HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
            if (response.statusCode() != 200 || response.body().length != Workload.RESPONSE_BYTES) {
                throw new IOException("Status " + response.statusCode() + ", " + response.body().length + " bytes");
            }
        }
        return null;
    }
}
