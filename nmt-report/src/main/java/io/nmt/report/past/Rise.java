package io.nmt.report.past;

/**
 * A lasting rise of a figure.
 *
 * @param sinceMillis when that began, about
 * @param forMillis for how long until now, or until it stopped
 * @param fromBytes what it was then
 * @param toBytes what it is now, without what comes and goes
 * @param bytesPerMinute the rate since then
 * @param errorPerMinute one standard error of the rate
 * @param before what it did before that
 */
public record Rise(
        long sinceMillis,
        long forMillis,
        long fromBytes,
        long toBytes,
        long bytesPerMinute,
        long errorPerMinute,
        Before before) {
    private static final long MINUTE_MILLIS = 60_000;

    /** The time before a rise. */
    public enum Before {
        /** It was level, as far as is known. */
        LEVEL,
        /** It rose for another reason, which is known. */
        OTHER,
        /** It rose for a minute or more, and much more slowly. */
        SLOWER
    }

    Rise(long sinceMillis, long forMillis, long fromBytes, long toBytes, long bytesPerMinute, long errorPerMinute) {
        this(sinceMillis, forMillis, fromBytes, toBytes, bytesPerMinute, errorPerMinute, Before.LEVEL);
    }

    /** The same with another time before it. */
    Rise after(Before other) {
        return new Rise(sinceMillis, forMillis, fromBytes, toBytes, bytesPerMinute, errorPerMinute, other);
    }

    /** Tells whether it rose before that for another reason. */
    boolean isAfterOther() {
        return before == Before.OTHER;
    }

    /** Tells whether it is known to last: a rise of a minute does, and one that a slower rise has become. */
    boolean lasts() {
        return forMillis >= HistoryReading.SHORTEST_RISE_MILLIS || before == Before.SLOWER;
    }

    /** A rise from one value to another one, with its mean rate. */
    static Rise between(long sinceMillis, long forMillis, long fromBytes, long toBytes) {
        long perMinute = forMillis == 0 ? 0 : Math.round((double) (toBytes - fromBytes) / forMillis * MINUTE_MILLIS);
        return new Rise(sinceMillis, forMillis, fromBytes, toBytes, perMinute, 0);
    }

    /**
     * The end of the rise.
     *
     * @return now, or when it stopped
     */
    public long untilMillis() {
        return sinceMillis + forMillis;
    }

    /** The same that began at another time: later, with more than at first, as its rate says. */
    Rise since(long millis) {
        long time = untilMillis() - millis;
        long line = toBytes - Math.round((double) bytesPerMinute * time / MINUTE_MILLIS);
        long from = millis > sinceMillis ? Math.max(fromBytes, Math.min(line, toBytes)) : fromBytes;
        return new Rise(millis, time, from, toBytes, bytesPerMinute, errorPerMinute, before);
    }

    /** The same with its rate, for as long as another one, which is by a clock that is ahead. */
    Rise until(Rise other, long aheadMillis) {
        return new Rise(
                sinceMillis,
                other.untilMillis() - aheadMillis - sinceMillis,
                fromBytes,
                other.toBytes,
                bytesPerMinute,
                errorPerMinute,
                before);
    }

    /** The same by another clock. */
    Rise movedBy(long byMillis) {
        return new Rise(sinceMillis + byMillis, forMillis, fromBytes, toBytes, bytesPerMinute, errorPerMinute, before);
    }

    /** The same with more on both ends. */
    Rise plus(long bytes) {
        return new Rise(
                sinceMillis, forMillis, fromBytes + bytes, toBytes + bytes, bytesPerMinute, errorPerMinute, before);
    }

    /**
     * By how much it has risen.
     *
     * @return bytes
     */
    public long bytes() {
        return toBytes - fromBytes;
    }
}
