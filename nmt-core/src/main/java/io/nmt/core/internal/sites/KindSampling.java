package io.nmt.core.internal.sites;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Samples objects of each kind by themselves: the first kinds that come, and beyond these some together. Takes 4 KB.
 * Thread-safe.
 */
public final class KindSampling {
    /** Kinds that are sampled by themselves. */
    public static final int KINDS = 64;

    private static final int NONE = 0;

    private final AtomicIntegerArray kinds = new AtomicIntegerArray(KINDS);
    private final CountSampling[] samplings = new CountSampling[KINDS];

    /**
     * Begins with each object of each kind.
     *
     * @param step so many open samples halve how many objects are sampled, as for {@link CountSampling}
     * @param perSecond so many samples of a kind a second halve it, too
     */
    public KindSampling(long step, int perSecond) {
        for (int i = 0; i < KINDS; i++) {
            samplings[i] = new CountSampling(step, perSecond);
        }
    }

    /**
     * Finds how a kind is sampled.
     *
     * @param kind its number: that of another kind only by chance
     * @return its own sampling, if it is one of the first {@link #KINDS}
     */
    public CountSampling of(int kind) {
        int key = kind == NONE ? 1 : kind;
        for (int i = 0; i < KINDS; i++) {
            int place = (key + i) & (KINDS - 1);
            int there = kinds.get(place);
            if (there == key || (there == NONE && isTaken(place, key))) {
                return samplings[place];
            }
        }
        return samplings[key & (KINDS - 1)];
    }

    /** Takes a free place for a kind, unless another kind was faster. */
    private boolean isTaken(int place, int key) {
        return kinds.compareAndSet(place, NONE, key) || kinds.get(place) == key;
    }
}
