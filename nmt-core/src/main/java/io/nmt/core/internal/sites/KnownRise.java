package io.nmt.core.internal.sites;

/**
 * A rise that was more than chance when it was judged. Samples come by chance: of a slow rise, they may come seldom for
 * a while, and the next judgement finds none. It goes on as long as the floor does not fall, and rises at no less than
 * half the rate, as far as chance allows to say. Times are those of {@link SampleRecord}. Immutable.
 *
 * @param time of the judgement
 * @param start of the rise
 * @param floor at the time of the judgement, in bytes
 * @param perUnit bytes by which it rose in a unit of time
 * @param perUnitError one standard error of that
 */
record KnownRise(long time, long start, long floor, double perUnit, double perUnitError) {
    private static final double LIKELY_ERRORS = 2; // standard errors
    private static final double AS_FAST_SHARE = 0.5;
    private static final double STEEPER_FACTOR = 1.5;
    private static final double MUCH_SLOWER_FACTOR = 3;
    private static final double NOT_FALLEN_SHARE = 0.95;

    /** Tells whether a rise of later is this one, and no steeper one. */
    boolean isAsFast(double perUnitNow) {
        return perUnitNow <= STEEPER_FACTOR * perUnit;
    }

    /** Tells whether a rise of later has a small part of the rate. */
    boolean isMuchSlower(double perUnitNow) {
        return MUCH_SLOWER_FACTOR * perUnitNow < perUnit;
    }

    /**
     * Tells whether it goes on.
     *
     * @param now a later time
     * @param floorNow the floor at that time
     * @param variancePerByte of the estimate of a byte that lives
     */
    boolean goesOn(long now, long floorNow, double variancePerByte) {
        double expected = perUnit * (double) (now - time);
        double least = AS_FAST_SHARE * expected - LIKELY_ERRORS * Math.sqrt(expected * variancePerByte);
        return floorNow >= NOT_FALLEN_SHARE * (double) floor && (double) (floorNow - floor) >= least;
    }
}
