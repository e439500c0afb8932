package io.nmt.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
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
                .mode(Mode.SingleShotTime)
                .measurementBatchSize(100_000)
                .forks(1)
                .warmupIterations(0)
                .measurementIterations(1)
                .jvmArgs("-Xmx64m", "-Xms64m")
                .verbosity(VerboseMode.SILENT)
                .build();
        List<String> benchmarks = new ArrayList<>();
        for (RunResult run : new Runner(options).run()) {
            BenchmarkParams params = run.getParams();
            boolean forgets = params.getBenchmark().endsWith(".forgotten");
            // Of a single shot, JMH takes the batch for one operation. Other code of the fork may allocate, too: the
            // category is the benchmark's alone.
            assertThat(score(run, "nmt.alloc.norm.Benchmarked")).isEqualTo(forgets ? 1_600_000 : 100_000_000);
            assertThat(score(run, "nmt.count.norm.Benchmarked")).isEqualTo(100_000);
            assertThat(score(run, "nmt.alloc.norm")).isGreaterThanOrEqualTo(forgets ? 1_600_000 : 100_000_000);
            assertThat(score(run, "nmt.live") >= 1_600_000).isEqualTo(forgets);
            assertThat(score(run, "nmt.peak")).isGreaterThanOrEqualTo(0);
            benchmarks.add(params.getBenchmark());
        }
        assertThat(benchmarks).hasSize(2);
    }

    private static double score(RunResult run, String name) {
        assertThat(run.getSecondaryResults()).containsKey(name);
        return run.getSecondaryResults().get(name).getScore();
    }
}
