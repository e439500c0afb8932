package io.nmt.jmh;

import io.nmt.core.MemoryWindow;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Activity;
import java.io.File;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * The native memory that a benchmark takes, {@code -prof io.nmt.jmh.NmtProfiler}: bytes and blocks allocated per
 * operation, in all and by category, the most that was live at once beyond what was live at the start of the iteration,
 * and what is live more at its end. Of all threads of the forked JVM; exact, but for zip streams, and peaks, which are
 * too low by at most 1 % of the most ever or 64 KiB per thread.
 *
 * <p>It starts each fork with the agent, which is found on the class path, or named by the option {@code agent=FILE}.
 * With {@code gc=true} garbage is collected before what is live is told.
 */
public final class NmtProfiler implements ExternalProfiler, InternalProfiler {
    // Without call sites, which are in no figure.
    private static final String AGENT_OPTIONS = "sample=0,jfr=false,pressure=off,history=off";
    private static final String JAVAAGENT = "-javaagent:";

    private final String agentJar;
    private final boolean collects;
    private MemoryWindow window;
    private long untrackedBefore;

    /**
     * Without options.
     *
     * @throws ProfilerException never
     */
    public NmtProfiler() throws ProfilerException {
        this("");
    }

    /**
     * As JMH calls it.
     *
     * @param initLine {@code agent=FILE}, {@code gc=true}, several with {@code ;} between them, or nothing
     * @throws ProfilerException if it is something else
     */
    public NmtProfiler(String initLine) throws ProfilerException {
        String jar = null;
        boolean gc = false;
        for (String option : initLine.split(";")) {
            String value = option.substring(option.indexOf('=') + 1);
            if (option.startsWith("agent=")) {
                jar = value;
            } else if (option.equals("gc=true") || option.equals("gc=false")) {
                gc = Boolean.parseBoolean(value);
            } else if (!option.isBlank()) {
                throw new ProfilerException("'" + option + "' is not an option of NmtProfiler; allowed: agent=FILE,"
                        + " gc=true, gc=false, with ; between them");
            }
        }
        agentJar = jar;
        collects = gc;
    }

    @Override
    public String getDescription() {
        return "Native memory of the forked JVM: allocated per operation, peak, live after";
    }

    @Override
    public Collection<String> addJVMInvokeOptions(BenchmarkParams params) {
        return List.of();
    }

    @Override
    public Collection<String> addJVMOptions(BenchmarkParams params) {
        for (String argument : params.getJvmArgs()) {
            if (argument.startsWith(JAVAAGENT) && argument.contains("nmt-agent")) {
                return List.of();
            }
        }
        return List.of(JAVAAGENT + (agentJar != null ? agentJar : AgentJar.find()) + "=" + AGENT_OPTIONS);
    }

    @Override
    public void beforeTrial(BenchmarkParams params) {}

    @Override
    public Collection<? extends Result<?>> afterTrial(BenchmarkResult result, long pid, File stdOut, File stdErr) {
        return List.of();
    }

    @Override
    public boolean allowPrintOut() {
        return true;
    }

    @Override
    public boolean allowPrintErr() {
        return true;
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        if (AgentJar.isActive()) {
            untrackedBefore = NativeMemory.snapshot().untrackedBlocks();
            window = MemoryWindow.open();
        } else {
            System.err.println("nmt: no figures: the agent is not in this JVM; it needs a fork (-f 1)");
        }
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        List<Result<?>> results = new ArrayList<>();
        if (window == null) {
            return results;
        }
        Activity total = window.total();
        List<Activity> categories = window.categories();
        window.close();
        if (collects) {
            NativeMemory.collectUnreachable();
        }
        long operations = result.getMetadata().getAllOps();
        addPerOperation(results, "", total, operations);
        for (Activity category : categories) {
            if (category.allocatedBlocks() > 0 && categories.size() > 1) {
                addPerOperation(results, "." + category.category().replace(' ', '_'), category, operations);
            }
        }
        results.add(new ScalarResult("nmt.peak", total.peakBytes(), "B", AggregationPolicy.MAX));
        results.add(new ScalarResult("nmt.live", window.total().liveBytes(), "B", AggregationPolicy.AVG));
        window = null;
        long untracked = NativeMemory.snapshot().untrackedBlocks() - untrackedBefore;
        if (untracked > 0) {
            System.err.println(
                    "nmt: " + untracked + " blocks could not be recorded, and are in no figure: the tracker's"
                            + " share of the heap is full. Give the fork more heap");
        }
        return results;
    }

    private static void addPerOperation(List<Result<?>> results, String suffix, Activity activity, long operations) {
        if (operations > 0) {
            double bytes = (double) activity.allocatedBytes() / operations;
            double blocks = (double) activity.allocatedBlocks() / operations;
            results.add(new ScalarResult("nmt.alloc.norm" + suffix, bytes, "B/op", AggregationPolicy.AVG));
            results.add(new ScalarResult("nmt.count.norm" + suffix, blocks, "#/op", AggregationPolicy.AVG));
        }
    }
}
