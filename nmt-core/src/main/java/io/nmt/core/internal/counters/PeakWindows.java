package io.nmt.core.internal.counters;

/** The windows that are open; mostly none. Hooks raise them, so there is an array and no collection. */
public final class PeakWindows {
    private static final PeakWindow[] NONE = {};

    private volatile PeakWindow[] open = NONE;

    /** None is open. */
    public PeakWindows() {}

    /**
     * Has a window see what is raised from now on.
     *
     * @param window to be added
     */
    public synchronized void add(PeakWindow window) {
        PeakWindow[] more = new PeakWindow[open.length + 1];
        System.arraycopy(open, 0, more, 0, open.length);
        more[open.length] = window;
        open = more;
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
