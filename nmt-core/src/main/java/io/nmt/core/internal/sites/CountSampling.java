package io.nmt.core.internal.sites;

import java.util.concurrent.ThreadLocalRandom;

/** Chooses which objects of a kind are sampled. Thread-safe. */
public final class CountSampling {
    /*
     * One in 2^n is sampled: by chance, so that no loop hides behind the interval. What a sample costs, some
     * microseconds, is to be paid so many times a second, so n follows the rate; but of all that were made, one
     * in some thousand is sampled, however fast they come. Each sample knows what it stands for. Of the first thousand
     * each is sampled: with few objects all figures are exact. The more samples are open, the fewer are taken, so that
     * their table is never filled by objects that a heap has room for.
     */
    private static final int MOST_INTERVAL_BITS = 14;
    private static final int FEW_OBJECTS = 1024;
    private static final int SAMPLES_IN_PERIOD = 64;
    private static final int LONG_PERIODS = 8;
    private static final long UNITS_PER_SECOND = 1_000_000_000 / SampleRecord.NANOS_PER_UNIT;

    private final long step;
    private final long shortPeriod; // in units

    // Racy: they decide on what is sampled later, and each sample has its own weight.
    private volatile int mask;
    private int inPeriod = SAMPLES_IN_PERIOD - FEW_OBJECTS;
    private long periodStart;

    /**
     * Begins with each object.
     *
     * @param step so many open samples halve how many objects are sampled; as many again halve it again
     * @param perSecond so many samples a second halve it, too
     */
    public CountSampling(long step, int perSecond) {
        this.step = step;
        this.shortPeriod = SAMPLES_IN_PERIOD * UNITS_PER_SECOND / perSecond;
        this.periodStart = SampleRecord.now();
    }

    /**
     * Chooses whether the next object is sampled.
     *
     * @return how many objects the sample stands for, itself included; 0 for no sample
     */
    public int weight() {
        int interval = mask;
        return interval == 0 || (ThreadLocalRandom.current().nextInt() & interval) == 0 ? interval + 1 : 0;
    }

    /**
     * Follows the rate and the number of samples, after each of them.
     *
     * @param now by {@link SampleRecord#now}
     * @param open samples
     * @param created objects of this kind so far
     */
    public void sampled(long now, long open, long created) {
        int bits = mask;
        int samples = ++inPeriod;
        long took = now - periodStart;
        boolean isLong = bits > 0 && took > LONG_PERIODS * shortPeriod;
        if (samples >= SAMPLES_IN_PERIOD || isLong) {
            inPeriod = 0;
            periodStart = now;
            if (took < shortPeriod && bits < created / FEW_OBJECTS) {
                bits = bits << 1 | 1;
            } else if (isLong && open < step / 2) {
                bits >>>= halvings(samples);
            }
        }
        // As many again, as large a step again: their number grows with the logarithm of the objects.
        int least = (1 << Math.min(open / step, MOST_INTERVAL_BITS)) - 1;
        mask = Math.min(bits | least, (1 << MOST_INTERVAL_BITS) - 1);
    }

    /** So few samples in a long period that a whole one, at the most, has so many times twice as many. */
    private static int halvings(int samples) {
        return Math.max(1, Integer.SIZE - 1 - Integer.numberOfLeadingZeros(SAMPLES_IN_PERIOD / Math.max(1, samples)));
    }
}
