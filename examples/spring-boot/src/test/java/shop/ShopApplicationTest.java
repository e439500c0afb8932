package shop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Surefire starts its JVM with the agent. */
class ShopApplicationTest {
    private static final double MIB = 1 << 20;

    @Test
    void receiptsAreInTheMetrics() throws Exception {
        try (ConfigurableApplicationContext shop = SpringApplication.run(ShopApplication.class, "--server.port=0")) {
            String address = "http://localhost:" + shop.getEnvironment().getProperty("local.server.port");
            double before = directBytes(get(address + "/actuator/prometheus"));
            for (int i = 0; i < 10; i++) {
                get(address + "/receipts");
            }

            double kept = directBytes(get(address + "/actuator/prometheus")) - before;

            assertTrue(kept >= 10 * MIB, () -> "ten receipts of a MiB: " + kept);
        }
    }

    private static double directBytes(String metrics) {
        String series = "nmt_memory_used_bytes{nmt_category=\"Direct Buffer\"} ";
        return metrics.lines()
                .filter(line -> line.startsWith(series))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length())))
                .sum();
    }

    private static String get(String address) throws Exception {
        HttpResponse<String> response = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
        assertTrue(response.statusCode() == 200, () -> address + ": " + response.statusCode());
        return response.body();
    }
}
