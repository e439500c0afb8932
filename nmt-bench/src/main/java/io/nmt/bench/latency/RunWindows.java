package io.nmt.bench.latency;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Windows of time in which a thread worked, in their order. */
final class RunWindows {
    // On a machine that has other work, a thread that is interrupted leaves a gap or a long window.
    private static final long LONGEST_GAP_NANOS = 300;
    private static final long LONGEST_WINDOW_NANOS = 300_000;

    private final long[] begins;
    private final long[] ends;
    private final int count;

    /** The first {@code count} of windows, by begin and end in nanoseconds. */
    RunWindows(long[] begins, long[] ends, int count) {
        this.begins = begins;
        this.ends = ends;
        this.count = count;
    }

    private double nanos(int window) {
        return ends[window] - begins[window];
    }

    /** The nanoseconds of all windows. */
    DoubleStream all() {
        return IntStream.range(0, count).mapToDouble(this::nanos);
    }

    /** The nanoseconds of the windows during which another thread was not interrupted. */
    DoubleStream whileRuns(RunWindows other) {
        DoubleStream.Builder found = DoubleStream.builder();
        int first = 0;
        for (int i = 0; i < count; i++) {
            while (first < other.count && other.ends[first] < begins[i]) {
                first++;
            }
            if (other.covers(first, begins[i], ends[i])) {
                found.add(nanos(i));
            }
        }
        return found.build();
    }

    private boolean covers(int firstWindow, long begin, long end) {
        long until = begin;
        for (int i = firstWindow; until < end; i++) {
            if (i >= count || begins[i] > until + LONGEST_GAP_NANOS || nanos(i) > LONGEST_WINDOW_NANOS) {
                return false;
            }
            until = ends[i];
        }
        return true;
    }
}
