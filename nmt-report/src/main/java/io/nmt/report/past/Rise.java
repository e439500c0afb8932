package io.nmt.report.past;

/**
 * A lasting rise of a figure.
 *
 * @param sinceMillis when that began, about
 * @param forMillis for how long until now
 * @param fromBytes what it was then
 * @param toBytes what it is now, without what comes and goes
 */
public record Rise(long sinceMillis, long forMillis, long fromBytes, long toBytes) {
    private static final long MINUTE_MILLIS = 60_000;

    /**
     * By how much it has risen.
     *
     * @return bytes
     */
    public long bytes() {
        return toBytes - fromBytes;
    }

    /**
     * The rate.
     *
     * @return bytes a minute
     */
    public long bytesPerMinute() {
        return forMillis == 0 ? 0 : Math.round((double) bytes() / forMillis * MINUTE_MILLIS);
    }
}
