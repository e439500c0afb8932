package io.nmt.core.internal.counters;

/**
 * Decides which allocations of a thread are sampled, so that each byte is with the same probability: one in {@link
 * #intervalBytes} on average, independently of all others. A block of n bytes is therefore sampled with the probability
 * 1 − e<sup>−n/interval</sup>.
 *
 * <p>Belongs to one thread.
 */
public abstract class SampleCountdown {
    /*
     * The points in the stream of allocated bytes at which a sample is taken are a Poisson process: the distance to the
     * next one is exponentially distributed, wherever one looks from. So it is drawn once and counted down, by one
     * subtraction and one comparison for each allocation; and what is left of a block behind the first point in it
     * needs no thought, since the next distance may as well be drawn from the block's end.
     * (Tcmalloc and the JVM's own JEP 331 sample in this way, too.)
     */
    private static final long EVERY_BLOCK = 1;
    private static final int MOST_REFUSALS = 100;
    private static final double UNIT = 0x1.0p-53;

    private static long intervalBytes;

    // Negative at first: nothing was drawn yet.
    private long bytesLeft = -1;
    private long random;

    // 0: not at it. Else, how often more it may be refused to begin.
    private int sampling;

    SampleCountdown() {}

    /**
     * Sets how often is sampled. To be called once, before there are hooks.
     *
     * @param bytes on average between two samples; 1 for every block, 0 for none
     */
    public static void every(long bytes) {
        intervalBytes = bytes;
    }

    /**
     * The sampling interval of this process.
     *
     * @return bytes on average between two samples; 1 for every block, 0 for none
     */
    public static long intervalBytes() {
        return intervalBytes;
    }

    /**
     * Counts a block.
     *
     * @param bytes of the block, from 0
     * @return whether it is to be sampled
     */
    public final boolean samples(long bytes) {
        long left = bytesLeft - bytes;
        bytesLeft = left;
        return left < 0 && samplesNow(bytes);
    }

    private boolean samplesNow(long bytes) {
        if (intervalBytes <= EVERY_BLOCK) {
            boolean every = intervalBytes == EVERY_BLOCK;
            bytesLeft = every ? -1 : Long.MAX_VALUE;
            return every;
        }
        if (random == 0) {
            random = ((System.nanoTime() * 0x9E3779B97F4A7C15L) ^ System.identityHashCode(this)) | 1;
            bytesLeft = draw() - bytes;
            if (bytesLeft >= 0) {
                return false;
            }
        }
        bytesLeft = draw();
        return true;
    }

    /** A distance: what is left of it after n bytes is negative with the probability 1 − e^(−n/interval). */
    private long draw() {
        // Marsaglia's xorshift64, and the finalizer of SplitMix64 over it.
        long x = random;
        x ^= x << 13;
        x ^= x >>> 7;
        x ^= x << 17;
        random = x;
        x = (x ^ x >>> 30) * 0xBF58476D1CE4E5B9L;
        x = (x ^ x >>> 27) * 0x94D049BB133111EBL;
        double uniform = ((x ^ x >>> 31) >>> 11) * UNIT; // from 0 to less than 1
        return (long) (-Math.log(1 - uniform) * intervalBytes);
    }

    /**
     * Begins to take a sample.
     *
     * @return false if this thread is at it already: what it allocates for one is not sampled. Not for ever, since an
     *     error (the end of a stack) may keep {@link #endSample} from being called
     */
    public final boolean beginSample() {
        int left = sampling - 1;
        sampling = left > 0 ? left : MOST_REFUSALS;
        return left <= 0;
    }

    /** Ends what {@link #beginSample} began. */
    public final void endSample() {
        sampling = 0;
    }
}
