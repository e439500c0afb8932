package io.nmt.core;

import io.nmt.core.internal.counters.CounterSums;
import io.nmt.core.internal.counters.PeakWindow;
import io.nmt.core.internal.sites.SampleWindow;
import io.nmt.core.internal.tracker.TrackedMemory;
import io.nmt.core.model.Activity;
import io.nmt.core.model.Category;
import io.nmt.core.model.RecentBlocks;
import io.nmt.core.model.SitePeak;
import java.util.ArrayList;
import java.util.List;

/**
 * A window of time over native memory, from {@link #open} on: bytes allocated, the peak, and blocks that stay live. For
 * tests and benchmarks.
 *
 * <pre>{@code
 * try (MemoryWindow window = MemoryWindow.open()) {
 *     work.run();
 *     long most = window.total().peakBytes();
 *     List<RecentBlocks> left = window.live(); // with the agent
 * }
 * }</pre>
 *
 * <p>There may be several at a time, and each costs other threads nothing that can be measured. Once 1,024 are open, or
 * fewer in a small heap, another one ends the peaks of the oldest, as {@link #close} does; reports tell how many ended
 * so. Thread-safe.
 */
public final class MemoryWindow implements AutoCloseable {
    private final PeakWindow peaks = TrackedMemory.peaks().openWindow();
    private final SampleWindow samples = SampleWindow.open();
    private final CounterSums start = TrackedMemory.sums();

    private MemoryWindow() {}

    /**
     * Begins now.
     *
     * @return a window, to be closed
     */
    public static MemoryWindow open() {
        return new MemoryWindow();
    }

    /**
     * The activity of all categories together.
     *
     * @return from the start until now; peaks until the window was closed
     */
    public Activity total() {
        return activity("Total", 0, TrackedMemory.sums());
    }

    /**
     * The activity of each category.
     *
     * @return those that were ever used, in the order of reports
     */
    public List<Activity> categories() {
        CounterSums now = TrackedMemory.sums();
        List<Activity> activities = new ArrayList<>();
        for (Category category : Category.all()) {
            if (now.used(category.id())) {
                activities.add(activity(category.name(), category.id(), now));
            }
        }
        return activities;
    }

    private Activity activity(String name, int id, CounterSums now) {
        return new Activity(
                name,
                now.allocatedBytes(id) - start.allocatedBytes(id),
                now.allocatedBlocks(id) - start.allocatedBlocks(id),
                now.liveBytes(id) - start.liveBytes(id),
                now.liveBlocks(id) - start.liveBlocks(id),
                Math.max(0, peaks.most(id) - start.liveBytes(id)));
    }

    /**
     * Blocks that were allocated in the window and are live.
     *
     * @return by call site and name of the thread, the one with most bytes first; nothing without the agent, or with
     *     its option {@code sample=0}
     */
    public List<RecentBlocks> live() {
        return samples == null ? List.of() : samples.live();
    }

    /**
     * The most that each call site held at once.
     *
     * @return the one with most first; nothing without the agent, or with its option {@code sample=0}
     */
    public List<SitePeak> peaks() {
        return samples == null ? List.of() : samples.peaks();
    }

    /** Ends the peaks; all else is told as before. A second time, this does nothing. */
    @Override
    public void close() {
        TrackedMemory.peaks().closeWindow(peaks);
        if (samples != null) {
            samples.close();
        }
    }
}
