package io.nmt.micrometer.programs;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.nmt.core.NativeMemory;
import io.nmt.core.TrackedAllocator;
import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.micrometer.NativeMemoryMetrics;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Takes native memory in categories of its own, tells what is in use, and what a registry has, as it is told to. */
public final class Metered {
    /** Characters with a meaning in object names, in YAML's patterns and in Prometheus' text. */
    public static final String SPECIAL = "Index, \"hot\"=1: C:\\x*";

    static ByteBuffer mapped; // not a local, or the collector might unmap it

    private static PrometheusMeterRegistry registry;

    private Metered() {}

    /** Reads commands from stdin until it ends; each answer ends with a line {@code end}. */
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String command = in.readLine(); command != null; command = in.readLine()) {
            run(command);
            System.out.println("end");
        }
    }

    private static void run(String command) throws IOException {
        switch (command) {
            case "hold" -> {
                take("Held", 1_234_567);
                take(SPECIAL, 4_321);
                TrackedAllocator freed = NativeMemory.allocator(Category.of("Held"));
                freed.free(freed.allocate(10_000_000));
                mapped = map(40_000);
            }
            case "late" -> take("Late", 77_777);
            case "figures" -> {
                for (CategoryUsage usage : NativeMemory.snapshot().categories()) {
                    System.out.println(String.join(
                            "\t",
                            usage.category(),
                            Long.toString(usage.committed()),
                            Long.toString(usage.peakCommitted()),
                            Long.toString(usage.count())));
                }
            }
            case "age" -> {
                // Until what was read before is not used any more.
                long start = System.nanoTime();
                while (System.nanoTime() - start <= 150_000_000L) {
                    Thread.onSpinWait();
                }
            }
            case "bind" -> bind(new NativeMemoryMetrics());
            case "bind library" -> bind(NativeMemoryMetrics.ofLibrary());
            case "scrape" -> System.out.print(registry.scrape());
            default -> throw new IllegalArgumentException(command);
        }
    }

    private static ByteBuffer map(int bytes) throws IOException {
        Path file = Files.createTempFile("nmt-mapped", ".bin");
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
        }
    }

    private static void take(String category, long bytes) {
        NativeMemory.allocator(Category.of(category)).allocate(bytes);
    }

    private static void bind(NativeMemoryMetrics metrics) {
        registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        metrics.bindTo(registry);
    }
}
