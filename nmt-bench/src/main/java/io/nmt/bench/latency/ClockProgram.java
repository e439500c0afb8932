package io.nmt.bench.latency;

import io.nmt.bench.support.ChildJvm;

/** Reads the clock and does nothing else: the largest gap between two readings is the machine's, or the JVM's. */
final class ClockProgram {
    private ClockProgram() {}

    public static void main(String[] args) {
        largestGap(500_000_000);
        ChildJvm.print(GrowingProgram.MAX, largestGap(Long.parseLong(args[0])));
    }

    private static long largestGap(long durationNanos) {
        long largest = 0;
        long begin = System.nanoTime();
        long last = begin;
        while (last - begin < durationNanos) {
            long now = System.nanoTime();
            largest = Math.max(largest, now - last);
            last = now;
        }
        return largest;
    }
}
