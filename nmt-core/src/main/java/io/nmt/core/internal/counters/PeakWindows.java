package io.nmt.core.internal.counters;

import io.nmt.core.internal.concurrent.TableBound;

/**
 * The windows that are open; mostly none. Hooks raise them, so there is an array and no collection. A window beyond the
 * bound ends the oldest one, which its program may have forgotten to close.
 */
public final class PeakWindows {
    private static final PeakWindow[] NONE = {};
    private static final int SHARE_OF_HEAP = 32;
    private static final long MOST_WINDOWS = 1024;

    private final TableBound bound;

    private volatile PeakWindow[] open = NONE;

    /**
     * None is open.
     *
     * @param bound of windows that may be open at once
     */
    public PeakWindows(TableBound bound) {
        this.bound = bound;
    }

    /**
     * The bound of windows of this process.
     *
     * @param name of such windows in reports
     * @param bytes of Java heap that each takes
     * @return the bound
     */
    public static TableBound ofHeap(String name, int bytes) {
        return TableBound.ofHeap(name, SHARE_OF_HEAP, bytes, MOST_WINDOWS);
    }

    /**
     * Has a window see what is raised from now on.
     *
     * @param window to be added
     */
    public synchronized void add(PeakWindow window) {
        int ended = open.length < bound.most() ? 0 : 1;
        PeakWindow[] more = new PeakWindow[open.length + 1 - ended];
        System.arraycopy(open, ended, more, 0, open.length - ended);
        more[more.length - 1] = window;
        open = more;
        if (ended > 0) {
            bound.refuse();
        }
    }

    /**
     * Ends a window. Does nothing if it was ended before.
     *
     * @param window to be removed
     */
    public synchronized void remove(PeakWindow window) {
        int kept = 0;
        for (PeakWindow one : open) {
            kept += one == window ? 0 : 1;
        }
        PeakWindow[] less = new PeakWindow[kept];
        int next = 0;
        for (PeakWindow one : open) {
            if (one != window) {
                less[next++] = one;
            }
        }
        open = kept == 0 ? NONE : less;
    }

    /**
     * Raises all windows that are open.
     *
     * @param number of what holds it
     * @param bytes live
     */
    public void raise(int number, long bytes) {
        for (PeakWindow window : open) {
            window.raise(number, bytes);
        }
    }
}
