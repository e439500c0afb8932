package io.nmt.agent.pressure;

import io.nmt.report.document.Amounts;
import io.nmt.report.model.Cause;

/**
 * The reason for a report.
 *
 * @param cause what has a limit, or has failed
 * @param description the same, and of what
 * @param usageBytes in use; {@link #UNKNOWN} if the system does not tell
 * @param limitBytes what there may be; {@link Long#MAX_VALUE} if that is not known
 * @param details more about it, as lines that are each ended by a line feed; may be empty
 * @param requestedBytes what could not be given; 0 if it is not that
 * @param thresholdBytes from when on there is a report; 0 if that is none of usage
 */
record Crossing(
        Cause cause,
        String description,
        long usageBytes,
        long limitBytes,
        String details,
        long requestedBytes,
        long thresholdBytes) {
    /** Usage that the system does not tell. */
    static final long UNKNOWN = -1;

    /** A failed allocation. */
    Crossing(Cause cause, String description, long usageBytes, long limitBytes, String details, long requestedBytes) {
        this(cause, description, usageBytes, limitBytes, details, requestedBytes, 0);
    }

    /** Memory that comes near a limit. */
    static Crossing of(Cause cause, String description, long usageBytes, long limitBytes) {
        return of(cause, description, usageBytes, limitBytes, limitBytes);
    }

    /** The same, from a threshold on. */
    static Crossing of(Cause cause, String description, long usageBytes, long limitBytes, long thresholdBytes) {
        return new Crossing(cause, description, usageBytes, limitBytes, "", 0, thresholdBytes);
    }

    /** True if code gets an error at this moment, which the details name. */
    boolean isError() {
        return !details.isEmpty();
    }

    boolean hasLimit() {
        return limitBytes != Long.MAX_VALUE;
    }

    /** True if the usage is memory of this process or its cgroup, and not buffers or addresses. */
    boolean isOfResident() {
        return cause.isOfCgroup() || cause == Cause.THRESHOLD;
    }

    /** More was asked for than there is, however little was in use: then memory is not full. */
    boolean asksForTooMuch() {
        return requestedBytes > 0 && hasLimit() && requestedBytes > limitBytes;
    }

    /** The same, with how much of the limit that is. */
    String inWordsWithPart() {
        return inWords() + (hasLimit() && isUsageKnown() && cause != Cause.THRESHOLD ? " (" + percent() + " %)" : "");
    }

    /** Usage in percent of the limit. */
    long percent() {
        return Math.round(100.0 * usageBytes / Math.max(1, limitBytes));
    }

    boolean isUsageKnown() {
        return usageBytes != UNKNOWN;
    }

    /** Such as {@code 362 MB}. */
    String usageInWords() {
        return isUsageKnown() ? Amounts.format(usageBytes) : "unknown";
    }

    /** Such as {@code 362 MB of 400 MB in use}. A threshold limits nothing: no memory is a part of it. */
    String inWords() {
        String inUse = cause == Cause.THRESHOLD
                ? usageInWords() + " resident, threshold " + Amounts.format(thresholdBytes)
                : usageInWords()
                        + (hasLimit() ? " of " + Amounts.format(limitBytes) : "")
                        + (cause == Cause.HEAP
                                ? " in use afterwards"
                                : cause == Cause.THREAD ? " resident" : " in use");
        return requestedBytes == 0 ? inUse : Amounts.format(requestedBytes) + " were asked for; " + inUse;
    }
}
