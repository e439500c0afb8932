package io.nmt.agent.pressure;

/**
 * Why there is a report.
 *
 * @param cause in a few words that stay the same, for scripts
 * @param description the same, and of what
 * @param usageBytes in use
 * @param limitBytes what there may be
 * @param details more about it, as lines that are each ended by a line feed; may be empty
 */
record Crossing(String cause, String description, long usageBytes, long limitBytes, String details) {
    /** Whether code gets an error at this moment, which the details tell. */
    boolean isError() {
        return !details.isEmpty();
    }

    /** How much of the limit is in use, in percent. */
    long percent() {
        return Math.round(100.0 * usageBytes / Math.max(1, limitBytes));
    }
}
