package io.nmt.core.internal.sites;

import java.util.List;

/**
 * The growth of a site's floor: its rate, its duration and its error, judged over its whole life and over parts of the
 * recent past.
 */
final class Trend {
    /*
     * The standard error of a rise. Let S(t) be the samples that live at the time t. The estimate of what is live is
     * the sum of x w over S(t), where x is a block's size and w = 1 / p the inverse of the probability with which it is
     * sampled; blocks are sampled independently, so its variance is estimated by V(t), the sum of x² w (w - 1) over
     * S(t) (Horvitz and Thompson).
     *
     * What lives at both ends of the rise, a and b, is in both estimates, and its error in neither difference: the
     * variance of the difference is V of the samples that live at one end only,
     *
     *     (V(a) - K) + (V(b) - K), where K is V of what lives at both ends.
     *
     * Of the samples that live now, those that were taken until a live at both ends. K is taken to be their V; what was
     * freed since b is missing in it, so that the error is told too large rather than too small. For a leak alone, V(b)
     * - K is that of what was leaked between a and b, and V(a) - K is 0; for what comes and goes altogether, K is 0.
     * V(a) and V(b) are not kept: they are taken to be in proportion to the floors, as V is now to what is live now.
     *
     * The same is done for the difference of the last floor and the highest before, which was at some time, too.
     *
     * The error that a statement has is larger for few samples: see SampleError.
     */
    private static final double CERTAIN_ERRORS = 3; // standard errors
    private static final double LIKELY_ERRORS = 2;
    private static final double CERTAINLY_HIGHER_ERRORS = 4; // of many periods, one is the highest by chance
    private static final double STEEPER_FACTOR = 1.5;
    private static final double STEEPER_AFTER_BEND_FACTOR = 1.1;
    private static final double FALLEN_SHARE = 0.25; // of the rise
    static final long MIN_RISE_OF_SHORTEST_BYTES = 4 << 20; // what comes and goes rises less in a minute
    static final long MIN_RISE_OF_SHORTEST_COUNT = 20;
    static final long OF_COUNT = 0; // in place of an interval
    private static final long UNITS_PER_MINUTE = 60_000_000_000L / SampleRecord.NANOS_PER_UNIT;
    private static final long SHORTEST_UNITS = UNITS_PER_MINUTE / 3;
    static final long SHORTEST_NANOS = SHORTEST_UNITS * SampleRecord.NANOS_PER_UNIT;
    private static final long LEAST_WAIT_UNITS = UNITS_PER_MINUTE / 6;

    private final FloorHistory history;
    private final long start;
    private final long now;
    private final List<FloorWindow> windows; // the site's life first
    private final FloorWindow sinceBend; // null if it has none
    private final long minRiseOfShortest;
    private final long intervalBytes;

    // Of the samples that live now: V, what they stand for, and V of those from before the second quarter of each
    // window, and from before its highest floor before.
    private final SampleError samples = new SampleError();
    private double bytes;
    private final double[] kept;
    private final double[] keptSinceHighest;
    private double keptAtBend;

    /** The window in which it rises, or the site's life if it rises in none. To be found when all samples are added. */
    private FloorWindow judged;

    private boolean growing;
    private double error;
    private long riseStart; // if it grows
    private KnownRise goingOn; // null unless it grows by an earlier judgement alone

    /**
     * Begins with no samples.
     *
     * @param held by the site, or by the line
     * @param minRiseOfShortest in the last minute
     * @param intervalBytes on average between two samples; {@link #OF_COUNT} if these are of objects
     */
    Trend(SampleSum held, long now, long minRiseOfShortest, long intervalBytes) {
        this.history = held.history();
        this.start = history.start();
        this.now = now;
        this.windows = history.windows(now, held.liveBytes());
        this.sinceBend = FloorBend.of(windows);
        this.minRiseOfShortest = minRiseOfShortest;
        this.intervalBytes = intervalBytes;
        this.kept = new double[windows.size()];
        this.keptSinceHighest = new double[windows.size()];
    }

    /** Begins with the samples of another one, which is judged on its own, as that of a line. */
    Trend(SampleSum held, Trend first) {
        this.history = held.history();
        this.start = first.start;
        this.now = first.now;
        this.windows = first.windows;
        this.sinceBend = first.sinceBend;
        this.minRiseOfShortest = first.minRiseOfShortest;
        this.intervalBytes = first.intervalBytes;
        this.keptAtBend = first.keptAtBend;
        this.samples.add(first.samples);
        this.bytes = first.bytes;
        this.kept = first.kept.clone();
        this.keptSinceHighest = first.keptSinceHighest.clone();
    }

    /** Adds a sample that lives now: when it was taken, its size, and its weight. */
    void add(long time, double size, double weight) {
        double sampleVariance = SampleError.variance(size, weight);
        bytes += size * weight;
        samples.add(size, weight);
        for (int i = 0; i < kept.length && sampleVariance > 0; i++) {
            FloorWindow window = windows.get(i);
            kept[i] += time <= window.start(1) ? sampleVariance : 0;
            keptSinceHighest[i] += time <= window.highestTime() ? sampleVariance : 0;
        }
        keptAtBend += sinceBend != null && time <= sinceBend.start(1) ? sampleVariance : 0;
    }

    /** Judges, when all samples are added. */
    void judge() {
        judged = windows.get(0);
        error = riseError(0);
        for (int i = 0; i < windows.size() && now - start >= SHORTEST_UNITS; i++) {
            FloorWindow window = windows.get(i);
            double errorHere = riseError(i);
            double errorBefore = error(window.highestBefore(), window.floor(3), keptSinceHighest[i]);
            if (window.isRising(CERTAIN_ERRORS * errorHere, CERTAINLY_HIGHER_ERRORS * errorBefore)
                    && (i == 0 || i < windows.size() - 1 || window.rise() >= minRiseOfShortest)
                    && (!growing || isSteeper(window, errorHere, STEEPER_FACTOR))) {
                growing = true;
                judged = window;
                error = errorHere;
            }
        }
        long floor = windows.get(windows.size() - 1).floor(FloorWindow.QUARTERS);
        KnownRise known = history.knownRise();
        if (growing) {
            followBend();
            double perUnit = ofUnit((double) judged.rise(), judged);
            riseStart = known != null && known.isAsFast(perUnit) ? known.start() : startOfJudged();
            if (known != null && known.isMuchSlower(perUnit)) {
                riseStart = Math.min(riseStart, startOfJudged()); // it was what a collection had not freed yet
            }
            history.know(new KnownRise(now, riseStart, floor, perUnit, rateError()));
            return;
        }
        if (known != null && known.goesOn(now, floor, bytes > 0 ? samples.variance() / bytes : 0)) {
            growing = true;
            goingOn = known;
            riseStart = known.start();
        } else if (known != null) {
            history.know(null);
        }
    }

    /**
     * True if a shorter window rises clearly faster than the longer one, or has begun to rise in it: it then has the
     * rate.
     */
    private boolean isSteeper(FloorWindow window, double errorHere, double factor) {
        double before = ofUnit((double) judged.rise(), judged);
        double here = ofUnit((double) window.rise(), window);
        double chance = LIKELY_ERRORS * (ofUnit(error, judged) + ofUnit(errorHere, window));
        return here > factor * before && here - before > chance;
    }

    /** Takes the rate of the time since a bend in place of a mean of that and of the time before. */
    private void followBend() {
        if (sinceBend != null && sinceBend.riseTime() >= SHORTEST_UNITS) {
            double errorHere = error(sinceBend.floor(1), sinceBend.floor(3), keptAtBend);
            // What a collection freed comes again: the net growth is slower than what is made since.
            boolean hasFallen =
                    sinceBend.fallen() > Math.max(FALLEN_SHARE * sinceBend.rise(), CERTAIN_ERRORS * errorHere);
            if (!hasFallen && isSteeper(sinceBend, errorHere, STEEPER_AFTER_BEND_FACTOR)) {
                judged = sinceBend;
                error = errorHere;
            }
        }
    }

    private static double ofUnit(double rise, FloorWindow window) {
        return window.riseTime() == 0 ? 0 : rise / window.riseTime();
    }

    /** The error of the rise in a window, in bytes. */
    private double riseError(int index) {
        FloorWindow window = windows.get(index);
        return error(window.floor(1), window.floor(3), kept[index]);
    }

    /** The error of the difference of two floors, in bytes, given the variance of the part that lives at both times. */
    private double error(long before, long after, double keptVariance) {
        double perByte = bytes > 0 ? samples.variance() / bytes : 0;
        return Math.sqrt(Math.max(0, before * perByte - keptVariance) + Math.max(0, after * perByte - keptVariance));
    }

    boolean growing() {
        return growing;
    }

    /** In bytes per minute. */
    long growth() {
        return Math.round(
                (goingOn == null ? ofUnit((double) judged.rise(), judged) : goingOn.perUnit()) * UNITS_PER_MINUTE);
    }

    /** The error of {@link #growth}: three of it cover the truth in 99 of 100 cases. */
    long growthError() {
        return Math.round((goingOn == null ? rateError() : goingOn.perUnitError()) * UNITS_PER_MINUTE);
    }

    private double rateError() {
        double ofSamples = ofUnit(toldError(), judged);
        return intervalBytes == OF_COUNT ? Math.max(ofSamples, judged.unevenness()) : ofSamples;
    }

    /** Allows each end of a window a block more or less: a steady rise of bytes comes in steps. */
    private double toldError() {
        double squares = error * error;
        return intervalBytes == OF_COUNT
                ? samples.ofCount(squares)
                : Math.hypot(samples.ofBytes(squares, intervalBytes), samples.ofStep(intervalBytes));
    }

    /** For how long it has been growing; 0 if it does not. */
    long growingForNanos() {
        return growing ? (now - riseStart) * SampleRecord.NANOS_PER_UNIT : 0;
    }

    private long startOfJudged() {
        return judged == sinceBend
                ? sinceBend.start(0)
                : windows.get(Math.max(0, windows.indexOf(judged) - 1)).riseStart(judged);
    }

    /** Nanoseconds until growth can be told from chance; 0 if it can. */
    long judgedInNanos() {
        return judgedIn() * SampleRecord.NANOS_PER_UNIT;
    }

    private long judgedIn() {
        long time = now - start;
        if (time < SHORTEST_UNITS) {
            return SHORTEST_UNITS - time;
        }
        double rise = judged.rise();
        if (growing || rise <= LIKELY_ERRORS * error || rise > CERTAIN_ERRORS * error) {
            return 0;
        }
        // Of a steady rise, the error grows with the square root of the time.
        double certain = CERTAIN_ERRORS * error / rise;
        return Math.max(LEAST_WAIT_UNITS, Math.round(time * (certain * certain - 1)));
    }
}
