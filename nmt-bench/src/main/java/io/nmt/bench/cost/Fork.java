package io.nmt.bench.cost;

import io.nmt.bench.support.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** A fork of JMH: its duration, and its figures. */
final class Fork {
    /** Nanoseconds per operation. */
    static final String NANOS = "ns";

    /** Bytes of Java heap that an operation takes, by JMH's GC profiler. */
    static final String HEAP_BYTES = "B/op";

    private static final String ALLOCATION_RATE = "gc.alloc.rate.norm";

    private final int warmups;
    private final int measurements;
    private final Path log;

    /** A fork with its output in {@code log}. */
    Fork(boolean quick, Path log) {
        this.log = log;
        warmups = quick ? 2 : 3;
        measurements = quick ? 3 : 5;
    }

    /** For the header of the tables. */
    String describe() {
        return warmups + " x 0.4 s warm-up, " + measurements + " x 0.2 s measurement";
    }

    Map<String, Double> run(CostRow row, String method, List<String> jvmOptions) throws IOException {
        List<String> allOptions = new ArrayList<>(jvmOptions);
        allOptions.addAll(ChildJvm.quietOptions());
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + row.benchmark().getName().replace(".", "\\.") + "\\." + method + "$")
                .verbosity(VerboseMode.SILENT)
                .output(log.toString())
                .shouldFailOnError(true)
                .forks(1)
                .threads(row.threads())
                .warmupIterations(warmups)
                .warmupTime(TimeValue.milliseconds(400))
                .measurementIterations(measurements)
                .measurementTime(TimeValue.milliseconds(200))
                .addProfiler(GCProfiler.class)
                .jvmArgs(allOptions.toArray(new String[0]));
        row.parameters().forEach(options::param);
        try {
            RunResult result = new Runner(options.build()).runSingle();
            if (Files.readString(log).contains("native memory is not tracked")) {
                throw new IOException("the agent is inactive, which costs nothing: " + jvmOptions);
            }
            Result<?> heapBytes = result.getSecondaryResults().get(ALLOCATION_RATE);
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put(NANOS, result.getPrimaryResult().getScore());
            figures.put(HEAP_BYTES, heapBytes.getScore());
            return figures;
        } catch (RunnerException e) {
            throw new IOException(row.title() + " with " + jvmOptions, e);
        }
    }
}
