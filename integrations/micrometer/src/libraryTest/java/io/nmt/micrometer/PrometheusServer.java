package io.nmt.micrometer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.testkit.FreePort;
import java.io.File;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The real Prometheus, which scrapes a target every second. */
final class PrometheusServer implements AutoCloseable {
    private final Process process;
    private final String url;

    private PrometheusServer(Process process, String url) {
        this.process = process;
        this.url = url;
    }

    static boolean isInstalled() {
        for (String directory : System.getenv("PATH").split(File.pathSeparator)) {
            if (Files.isExecutable(Path.of(directory, "prometheus"))) {
                return true;
            }
        }
        return false;
    }

    static PrometheusServer scraping(String target, String path, Path directory) throws IOException {
        Path configuration = directory.resolve("prometheus.yml");
        Files.writeString(
                configuration,
                String.join(
                        "\n",
                        "global: {scrape_interval: 1s}",
                        "scrape_configs:",
                        "  - job_name: app",
                        "    metrics_path: " + path,
                        "    static_configs: [{targets: ['" + target + "']}]",
                        ""));
        int port = FreePort.find();
        Process process = new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + directory.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("prometheus.log").toFile())
                .start();
        return new PrometheusServer(process, "http://127.0.0.1:" + port);
    }

    /** Waits until it knows what is used in each of some categories, and returns all of that. */
    Map<String, Long> awaitUsed(Set<String> categories) throws IOException, InterruptedException {
        String query = URLEncoder.encode("nmt_memory_used_bytes", StandardCharsets.UTF_8);
        String answer = Http.await(
                url + "/api/v1/query?query=" + query,
                body -> used(body).keySet().containsAll(categories));
        return used(answer);
    }

    private static Map<String, Long> used(String answer) {
        Map<String, Long> used = new LinkedHashMap<>();
        try {
            for (JsonNode series : new ObjectMapper().readTree(answer).at("/data/result")) {
                used.put(
                        series.at("/metric/nmt_category").asText(),
                        Long.parseLong(series.at("/value/1").asText()));
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(answer, e);
        }
        return used;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
