package io.nmt.bench.cost;

import io.nmt.bench.support.Arguments;
import io.nmt.bench.support.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The trackers that are compared, and the files that they need. */
final class CostVariants implements AutoCloseable {
    private final Path directory = Files.createTempDirectory("nmt-cost");
    private final Path profile = directory.resolve("async-profiler.jfr");

    final Variant agent;
    final Variant recording;
    final Variant exact;
    final Variant hotSpot;
    final Variant asyncProfiler;

    CostVariants(Arguments arguments) throws IOException {
        // Events that no settings file names are off, those of the JDK included.
        Path settings = copy("io/nmt/jfr/nmt.jfc", "nmt.jfc");
        Path library = copy(platform() + "/libasyncProfiler.so", "libasyncProfiler.so");
        agent = new Variant("agent", arguments.agent(""));
        recording = new Variant(
                "agent + recording",
                arguments.agent(""),
                "-XX:StartFlightRecording:settings=" + settings + ",filename=" + directory.resolve("nmt.jfr"));
        exact = new Variant("agent peak=exact", arguments.agent("peak=exact"));
        hotSpot = new Variant("HotSpot NMT", "-XX:NativeMemoryTracking=summary");
        asyncProfiler =
                new Variant("async-profiler", "-agentpath:" + library + "=start,nativemem=512k,file=" + profile);
    }

    /** All but async-profiler. */
    List<Variant> trackers() {
        return List.of(Variant.NOTHING, agent, recording, exact, hotSpot);
    }

    /** Async-profiler writes an event for every free, hundreds of megabytes in a fork: it stands in few rows. */
    List<Variant> of(CostRow row) {
        List<Variant> variants = new ArrayList<>(trackers());
        if (row.plainPair()) {
            variants.add(asyncProfiler);
        }
        return variants;
    }

    /** A file for what nobody reads. */
    Path log() {
        return directory.resolve("log");
    }

    /** Between two forks. */
    void deleteProfile() throws IOException {
        Files.deleteIfExists(profile);
    }

    private static String platform() {
        if (!System.getProperty("os.name").equals("Linux")) {
            return "macos";
        }
        return System.getProperty("os.arch").toLowerCase(Locale.ROOT).equals("aarch64") ? "linux-arm64" : "linux-x64";
    }

    private Path copy(String resource, String name) throws IOException {
        Path file = directory.resolve(name);
        try (InputStream in = CostVariants.class.getClassLoader().getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("the jar lacks " + resource);
            }
            Files.copy(in, file);
        }
        return file;
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(CostVariants::delete);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
