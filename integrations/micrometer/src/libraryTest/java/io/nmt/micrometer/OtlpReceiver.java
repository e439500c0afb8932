package io.nmt.micrometer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A collector for an exporter of OTLP by HTTP: it receives metrics, and decodes them. */
final class OtlpReceiver implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 120;

    private final BlockingQueue<ExportMetricsServiceRequest> requests = new LinkedBlockingQueue<>();
    private final HttpServer server;

    OtlpReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/metrics", this::take);
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests.add(ExportMetricsServiceRequest.parseFrom(exchange.getRequestBody()));
            exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Forgets what has come, and returns the first request from now on that has what is wanted, as gauges by name. */
    Map<String, Map<String, Long>> await(Predicate<Map<String, Map<String, Long>>> wanted) throws InterruptedException {
        requests.clear();
        Map<String, Map<String, Long>> last = Map.of();
        for (int i = 0; i < PATIENCE_SECONDS; i++) {
            ExportMetricsServiceRequest request = requests.poll(1, TimeUnit.SECONDS);
            if (request != null) {
                last = values(request);
                if (wanted.test(last)) {
                    return last;
                }
            }
        }
        throw new AssertionError("not received; last: " + last);
    }

    /** By name with the unit, then by category, or the empty string. */
    private static Map<String, Map<String, Long>> values(ExportMetricsServiceRequest request) {
        Map<String, Map<String, Long>> values = new LinkedHashMap<>();
        for (ResourceMetrics resource : request.getResourceMetricsList()) {
            for (ScopeMetrics scope : resource.getScopeMetricsList()) {
                for (Metric metric : scope.getMetricsList()) {
                    List<NumberDataPoint> points = metric.hasGauge()
                            ? metric.getGauge().getDataPointsList()
                            : metric.getSum().getDataPointsList();
                    for (NumberDataPoint point : points) {
                        values.computeIfAbsent(metric.getName() + " " + metric.getUnit(), name -> new LinkedHashMap<>())
                                .put(category(point), point.getAsInt());
                    }
                }
            }
        }
        return values;
    }

    private static String category(NumberDataPoint point) {
        for (KeyValue attribute : point.getAttributesList()) {
            if (attribute.getKey().equals("nmt.category")) {
                return attribute.getValue().getStringValue();
            }
        }
        return "";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
