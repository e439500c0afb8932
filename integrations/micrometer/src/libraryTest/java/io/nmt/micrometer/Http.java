package io.nmt.micrometer;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** Asks servers on this machine. */
final class Http {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final long PATIENCE_NANOS = 120_000_000_000L;
    private static final long BETWEEN_NANOS = 100_000_000;

    private Http() {}

    /** A file of this repository, below {@code integrations}. */
    static Path integration(String path) {
        return Path.of("..").resolve(path).toAbsolutePath().normalize();
    }

    static String get(String url) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(30))
                .build();
        HttpResponse<String> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException(url + ": " + response.statusCode() + " " + response.body());
        }
        return response.body();
    }

    /** Asks again until the answer is as it should be: a server may not be up yet, or not have it yet. */
    static String await(String url, Predicate<String> wanted) throws InterruptedException {
        long start = System.nanoTime();
        Object last = "nothing";
        while (System.nanoTime() - start < PATIENCE_NANOS) {
            try {
                String body = get(url);
                if (wanted.test(body)) {
                    return body;
                }
                last = body;
            } catch (IOException e) {
                last = e;
            }
            LockSupport.parkNanos(BETWEEN_NANOS);
        }
        throw new AssertionError(url + " is not as it should be; last: " + last);
    }
}
