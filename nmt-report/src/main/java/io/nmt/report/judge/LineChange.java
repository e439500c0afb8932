package io.nmt.report.judge;

/**
 * The rise of a figure since the oldest reading. Immutable.
 *
 * @param bytes or items; negative if it is less, 0 without an earlier reading
 * @param nanos since then
 * @param perMinute how fast it grows, if it has its part in a rise of RSS; else 0
 * @param sinceNanos for how long it is known to, also where other statements explain all of that; else 0
 */
record LineChange(long bytes, long nanos, long perMinute, long sinceNanos) {
    static final LineChange NONE = new LineChange(0, 0, 0, 0);

    private static final double CLEARLY_MORE_FACTOR = 1.5;
    private static final double NANOS_PER_MINUTE = 60e9;

    /** The same without a growth that something else explains. */
    LineChange besides(long explainedPerMinute) {
        return perMinute > CLEARLY_MORE_FACTOR * explainedPerMinute
                ? this
                : new LineChange(bytes, nanos, 0, sinceNanos);
    }

    /** Tells whether it grows, and other statements explain that. */
    boolean isExplained() {
        return perMinute == 0 && sinceNanos > 0;
    }

    /** The bytes that came in the time in which it is known to grow; 0 if it does not. */
    long risenBytes() {
        return Math.round(perMinute * (sinceNanos / NANOS_PER_MINUTE));
    }

    /** No more has come than there is. */
    LineChange atMost(long nowBytes) {
        double minutes = Math.max(1, sinceNanos) / NANOS_PER_MINUTE;
        long most = nowBytes < ResidentJudge.MIN_BYTES ? 0 : Math.round(nowBytes / minutes);
        boolean isNone = perMinute > 0 && most == 0;
        return new LineChange(Math.min(bytes, nowBytes), nanos, Math.min(perMinute, most), isNone ? 0 : sinceNanos);
    }
}
