package io.nmt.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The profiler in JMH itself, with the packaged agent in its forks. */
class NmtProfilerIT {
    @Test
    void tellsWhatIsAllocatedPerOperationAndWhatIsLive() throws Exception {
        // A run of another build may hold the lock.
        System.setProperty("jmh.ignoreLock", "true");
        Options options = new OptionsBuilder()
                .include(Allocations.class.getName() + "\\..*")
                .addProfiler(NmtProfiler.class, "gc=true")
                .mode(Mode.SampleTime)
                .forks(1)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(100))
                .jvmArgs("-Xmx64m", "-Xms64m")
                .verbosity(VerboseMode.SILENT)
                .build();
        List<String> benchmarks = new ArrayList<>();
        for (RunResult run : new Runner(options).run()) {
            BenchmarkParams params = run.getParams();
            if (params.getBenchmark().endsWith(".freed")) {
                assertThat(score(run, "nmt.alloc.norm.Benchmarked")).isCloseTo(1000, within(1.0));
                assertThat(score(run, "nmt.count.norm.Benchmarked")).isCloseTo(1, within(0.001));
                assertThat(score(run, "nmt.live")).isLessThan(10_000);
            } else {
                assertThat(score(run, "nmt.alloc.norm.Benchmarked")).isCloseTo(16, within(0.1));
                assertThat(score(run, "nmt.live")).isGreaterThan(10_000);
                assertThat(score(run, "nmt.peak")).isGreaterThan(10_000);
            }
            benchmarks.add(params.getBenchmark());
        }
        assertThat(benchmarks).hasSize(2);
    }

    private static double score(RunResult run, String name) {
        assertThat(run.getSecondaryResults()).containsKey(name);
        return run.getSecondaryResults().get(name).getScore();
    }
}
