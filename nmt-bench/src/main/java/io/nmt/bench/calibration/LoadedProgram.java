package io.nmt.bench.calibration;

import io.nmt.bench.support.ChildJvm;
import io.nmt.report.reading.division.JvmEstimate;
import io.nmt.report.reading.sources.DiagnosticCommands;
import io.nmt.report.reading.sources.HotSpotUsage;
import io.nmt.report.reading.sources.JvmFigures;
import io.nmt.report.reading.sources.JvmScale;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

/** Carries out a load, and tells the estimate and HotSpot's own figures of the same moment. */
final class LoadedProgram {
    static final String ESTIMATE = "estimate";
    static final String COUNTED = "counted";

    private static final String OWN = "Native Memory Tracking"; // only where it is on
    private static final int REST_MILLIS = 3_000;
    private static final int MOST_RESTS = 10;
    private static final int CLEANING_MILLIS = 5_000; // the JVM frees what compilers kept

    private LoadedProgram() {}

    /**
     * Carries it out.
     *
     * @param args the kind of load, how much of it, files of libraries
     * @throws Exception if it fails
     */
    public static void main(String[] args) throws Exception {
        Loads.run(args[0], Integer.parseInt(args[1]), args.length > 2 ? args[2] : "");
        awaitRest();
        int threads = nativeThreads();
        long loaders = DiagnosticCommands.run("vmClassloaderStats")
                .lines()
                .filter(line -> line.startsWith("0x"))
                .count();
        JvmFigures jvm = JvmFigures.read();
        JvmScale scale = JvmScale.ofThis(DiagnosticCommands.run("vmInfo"), loaders, 0);
        HotSpotUsage counted = HotSpotUsage.read();
        ChildJvm.print(ESTIMATE, JvmEstimate.mallocBytes(jvm, scale, threads));
        ChildJvm.print(COUNTED, counted.mallocBytes() - counted.mallocByType().getOrDefault(OWN, 0L));
        counted.mallocByType().forEach(ChildJvm::print);
        ChildJvm.print("metaspace", jvm.metaspaceUsedBytes());
        ChildJvm.print("code", jvm.codeBytes());
        ChildJvm.print("classes", jvm.classes());
        ChildJvm.print("threads", threads);
        ChildJvm.print("loaders", loaders);
        ChildJvm.print("heap committed", jvm.heapCommittedBytes());
        ChildJvm.print("heap max", jvm.heapMaxBytes());
        ChildJvm.print("heap used", jvm.heapUsedBytes());
        ChildJvm.print("collector threads", scale.collectorThreads());
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    /** Until nothing was compiled for some time, and what compilers needed is freed. */
    private static void awaitRest() throws InterruptedException {
        CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
        long before = -1;
        for (int i = 0; i < MOST_RESTS && before != compilers.getTotalCompilationTime(); i++) {
            before = compilers.getTotalCompilationTime();
            Thread.sleep(REST_MILLIS);
        }
        Thread.sleep(CLEANING_MILLIS);
    }

    private static int nativeThreads() {
        String[] tasks = new java.io.File("/proc/self/task").list();
        return tasks == null ? 0 : tasks.length;
    }
}
