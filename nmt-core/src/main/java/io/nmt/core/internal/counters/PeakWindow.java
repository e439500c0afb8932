package io.nmt.core.internal.counters;

import java.util.concurrent.atomic.AtomicLongArray;

/** The most that was live since the window was opened, by number: of a category, or of a call site. Lock-free. */
public final class PeakWindow {
    private final AtomicLongArray most;

    /**
     * A window that has seen nothing.
     *
     * @param numbers from 0 to one less than this
     */
    public PeakWindow(int numbers) {
        most = new AtomicLongArray(numbers);
    }

    /**
     * Notes that so much is live.
     *
     * @param number of what holds it
     * @param bytes live
     */
    public void raise(int number, long bytes) {
        long before = most.get(number);
        while (bytes > before && !most.compareAndSet(number, before, bytes)) {
            before = most.get(number);
        }
    }

    /**
     * The most so far.
     *
     * @param number of what holds it
     * @return bytes
     */
    public long most(int number) {
        return most.get(number);
    }
}
