package io.nmt.core.internal.hooks;

/** Tells the probe's own zlib streams from others: they are seen, and in no figure. One thread probes at a time. */
public final class ZipProbe {
    private static volatile Thread prober;
    private static int opened; // written by the prober
    private static int ended;

    private ZipProbe() {}

    /** Begins, for the current thread. */
    public static void begin() {
        opened = 0;
        ended = 0;
        prober = Thread.currentThread();
    }

    /** Ends it. */
    public static void end() {
        prober = null;
    }

    /**
     * True if both ends of all streams since {@link #begin} were seen.
     *
     * @param streams that were opened and ended
     * @return whether both ends of all of them were seen
     */
    public static boolean saw(int streams) {
        return opened == streams && ended == streams;
    }

    /** True if the stream being opened is the probe's, which counts it. */
    static boolean takesOpened() {
        if (prober == null || prober != Thread.currentThread()) {
            return false;
        }
        opened++;
        return true;
    }

    /** True if the stream being ended is the probe's, which counts it. */
    static boolean takesEnded() {
        if (prober == null || prober != Thread.currentThread()) {
            return false;
        }
        ended++;
        return true;
    }
}
