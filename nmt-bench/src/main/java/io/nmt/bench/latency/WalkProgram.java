package io.nmt.bench.latency;

import io.nmt.bench.support.ChildJvm;
import io.nmt.bench.support.NativeUnsafe;
import io.nmt.bench.support.Runs;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.Histogram;

/**
 * The program that {@link WalkBenchmark} measures: one thread allocates and frees and times each pair, while another
 * one does each {@link Background} in turn.
 */
final class WalkProgram {
    static final String P50 = " p50 ns";
    static final String P99 = " p99 ns";
    static final String P99_9 = " p99.9 ns";
    static final String RATIO = " p99.9 / idle";
    static final String MILLIS_EACH = " ms each";

    private static final int BLOCK_BYTES = 64;
    private static final int PAIRS_BETWEEN_LOOKS = 1000;

    private final ExecutorService other = Executors.newSingleThreadExecutor();
    private final Histogram nanos = new Histogram(60_000_000_000L, 3);
    private final long phaseNanos;

    private WalkProgram(long phaseNanos) {
        this.phaseNanos = phaseNanos;
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        int liveBlocks = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        for (int i = 0; i < liveBlocks; i++) {
            NativeUnsafe.UNSAFE.allocateMemory(BLOCK_BYTES);
        }
        if (Background.prepare() == 0) {
            throw new IllegalStateException("no array");
        }
        new WalkProgram(Long.parseLong(args[2]) * 1_000_000).run(rounds);
    }

    private void run(int rounds) throws InterruptedException, ExecutionException {
        Map<Background, List<double[]>> figures = new EnumMap<>(Background.class);
        for (int round = -1; round < rounds; round++) { // the first one is for the compiler
            double idle = 0;
            for (Background background : Background.values()) {
                double[] ofPhase = phase(background);
                idle = background == Background.IDLE ? ofPhase[2] : idle;
                ofPhase[3] = ofPhase[2] / idle;
                if (round >= 0) {
                    figures.computeIfAbsent(background, key -> new ArrayList<>())
                            .add(ofPhase);
                }
            }
        }
        other.shutdown();
        figures.forEach((background, phases) -> {
            String[] names = {P50, P99, P99_9, RATIO, MILLIS_EACH};
            for (int i = 0; i < names.length; i++) {
                int figure = i;
                ChildJvm.print(
                        background + names[i],
                        Runs.median(phases.stream()
                                .mapToDouble(phase -> phase[figure])
                                .toArray()));
            }
        });
    }

    private double[] phase(Background background) throws InterruptedException, ExecutionException {
        AtomicBoolean stop = new AtomicBoolean();
        Future<Background.Result> result = other.submit(() -> background.until(stop));
        nanos.reset();
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < phaseNanos) {
            pairs();
        }
        stop.set(true);
        return new double[] {
            nanos.getValueAtPercentile(50),
            nanos.getValueAtPercentile(99),
            nanos.getValueAtPercentile(99.9),
            0,
            result.get().nanosEach() / 1e6
        };
    }

    private void pairs() {
        for (int i = 0; i < PAIRS_BETWEEN_LOOKS; i++) {
            long begin = System.nanoTime();
            NativeUnsafe.UNSAFE.freeMemory(NativeUnsafe.UNSAFE.allocateMemory(BLOCK_BYTES));
            nanos.recordValue(System.nanoTime() - begin);
        }
    }
}
