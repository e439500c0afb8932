package io.nmt.report.past;

/**
 * An event that may explain figures after it.
 *
 * @param millis its time, by the clock of {@link HistoryPoint#millis}
 * @param kind of the event
 * @param text the same for people
 */
public record HistoryEvent(long millis, Kind kind, String text) {
    /** The kinds of events. */
    public enum Kind {
        /** The agent was attached: tracking begins. */
        ATTACH("attach"),
        /** A full collection that the agent asked for. */
        COLLECTION("gc"),
        /** The allocator released memory that it had retained. */
        TRIM("trim"),
        /** A limit of memory was near, or memory was refused. */
        PRESSURE("pressure"),
        /** The same of direct buffers. */
        DIRECT_LIMIT("direct limit");

        private final String mark;

        Kind(String mark) {
            this.mark = mark;
        }

        /**
         * Its name on pages.
         *
         * @return as of {@link io.nmt.report.page.Mark}
         */
        public String mark() {
            return mark;
        }
    }
}
