package io.nmt.bench.soak;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Scale;
import io.nmt.report.document.DetailReport;
import io.nmt.report.document.ReportText;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.Recording;

/**
 * Reads the books in every way until it is closed: snapshots, walks, call sites, reports, and recordings that start and
 * stop.
 */
final class Readers implements AutoCloseable {
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final Thread thread = new Thread(this::read, "soak-reader");
    private volatile boolean closed;

    Readers() {
        thread.start();
    }

    private void read() {
        try {
            while (!closed) {
                try (Recording recording = new Recording()) {
                    recording.enable("nmt.NativeMemoryUsage");
                    recording.enable("nmt.NativeMemoryUsageTotal");
                    recording.enable("nmt.NativeMemoryUsageTotalPeak");
                    recording.enable("nmt.NativeAllocationSample");
                    recording.start();
                    readOnce();
                    recording.stop();
                }
            }
        } catch (Throwable t) {
            failure.set(t);
        }
    }

    private static void readOnce() {
        long[] blocks = new long[1];
        for (int i = 0; i < 10; i++) {
            NativeMemory.snapshot();
            NativeMemory.forEachBlock((address, bytes, category) -> blocks[0]++);
            NativeMemory.sites();
            NativeMemory.leaks();
        }
        ReportText.of(DetailReport.of(NativeMemory.details(), 10), Scale.KB);
    }

    void check() {
        if (failure.get() != null) {
            throw new IllegalStateException(failure.get());
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
