package io.nmt.bench.cost;

import io.nmt.bench.support.Arguments;
import io.nmt.bench.support.TemporaryDirectory;
import io.nmt.bench.support.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The trackers that are compared, and the files that they need. */
final class CostVariants implements AutoCloseable {
    private final TemporaryDirectory directory = new TemporaryDirectory();
    private final Path profile = directory.file("async-profiler.jfr");

    final Variant agent;
    final Variant unsampled;
    final Variant recording;
    final Variant exact;
    final Variant hotSpot;
    final Variant asyncProfiler;

    CostVariants(Arguments arguments) throws IOException {
        // Events that no settings file names are off, those of the JDK included.
        Path settings = copy("io/nmt/jfr/nmt.jfc", "nmt.jfc");
        Path library = copy(platform() + "/libasyncProfiler.so", "libasyncProfiler.so");
        agent = new Variant("agent", arguments.agent(""));
        unsampled = new Variant("agent sample=0", arguments.agent("sample=0"));
        recording = new Variant(
                "agent + recording",
                arguments.agent(""),
                "-XX:StartFlightRecording:settings=" + settings + ",filename=" + directory.file("nmt.jfr"));
        exact = new Variant("agent peak=exact", arguments.agent("peak=exact"));
        hotSpot = new Variant("HotSpot NMT", "-XX:NativeMemoryTracking=summary");
        asyncProfiler =
                new Variant("async-profiler", "-agentpath:" + library + "=start,nativemem=512k,file=" + profile);
    }

    /** All but async-profiler. */
    List<Variant> trackers() {
        return List.of(Variant.NOTHING, agent, recording, exact, hotSpot);
    }

    /**
     * Async-profiler writes an event for every free, hundreds of megabytes in a fork: it stands in few rows. So does
     * what call sites cost.
     */
    List<Variant> of(CostRow row) {
        List<Variant> variants = new ArrayList<>(trackers());
        if (row.plainPair()) {
            variants.add(2, unsampled);
            variants.add(asyncProfiler);
        }
        return variants;
    }

    /** A file for what is not read. */
    Path log() {
        return directory.file("log");
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
        Path file = directory.file(name);
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
        directory.close();
    }
}
