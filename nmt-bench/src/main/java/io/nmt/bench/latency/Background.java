package io.nmt.bench.latency;

import io.nmt.core.NativeMemory;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/** The work of the other thread while one allocates. */
enum Background {
    IDLE("nothing"),
    WALK("walks all live blocks"),
    /** A thousand a second: ten times as many as the shortest interval of the events makes. */
    SNAPSHOTS("takes 1000 snapshots a second"),
    SNAPSHOTS_ALL_THE_TIME("takes snapshots, one after the other"),
    SUM("control: adds up an array of 400 MB");

    private static final int CONTROL_WORDS = 50_000_000;

    final String label;

    Background(String label) {
        this.label = label;
    }

    /** True if that work is the tracker's. */
    boolean tracking() {
        return this != IDLE && this != SUM;
    }

    /** Once it is started, the array of the control is not allocated in the middle of a measurement. */
    static long prepare() {
        return Control.WORDS.length;
    }

    /** Does it again and again. */
    Result until(AtomicBoolean stop) throws InterruptedException {
        long beginNanos = System.nanoTime();
        long times = 0;
        long checksum = 0;
        LongSupplier once = once();
        long asleepNanos = 0;
        while (!stop.get()) {
            if (this == IDLE || this == SNAPSHOTS) {
                long sleepNanos = System.nanoTime();
                Thread.sleep(1);
                asleepNanos += System.nanoTime() - sleepNanos;
            }
            checksum += once.getAsLong();
            times++;
        }
        return new Result((System.nanoTime() - beginNanos - asleepNanos) / times, checksum);
    }

    private LongSupplier once() {
        return switch (this) {
            case IDLE -> () -> 0;
            case WALK -> Background::walk;
            case SNAPSHOTS, SNAPSHOTS_ALL_THE_TIME ->
                () -> NativeMemory.snapshot().total().count();
            case SUM -> () -> Arrays.stream(Control.WORDS).sum();
        };
    }

    private static long walk() {
        long[] bytesInAll = new long[1];
        NativeMemory.forEachBlock((address, bytes, category) -> bytesInAll[0] += bytes);
        return bytesInAll[0];
    }

    /** Its checksum keeps the compiler from leaving the work out. */
    record Result(long nanosEach, long checksum) {}

    /** Only the JVM that needs the array has it. */
    private static final class Control {
        static final long[] WORDS = new long[CONTROL_WORDS];

        static {
            Arrays.setAll(WORDS, i -> i);
        }
    }
}
