package io.nmt.report.past;

import java.util.Map;

/** The rises of a process as they were told before: by the next question, samples and chance must not move them. */
public final class ToldRises {
    private final HistoryInput input;
    private final long endMillis;

    ToldRises(HistoryInput input, long endMillis) {
        this.input = input;
        this.endMillis = endMillis;
    }

    /**
     * The start of a growth as it was told first: it stays while its subject grows about as fast, whatever tells of it.
     *
     * @param subject that grows: its kind and number
     * @param found the growth as it is found now
     * @return milliseconds since 1970
     */
    public long firstStart(String subject, Rise found) {
        return input.rises().firstStart(subject, found, input.aheadMillis());
    }

    /**
     * The growth of a subject as it was told in the last five minutes, though nothing is certain of it now.
     *
     * @param subject its kind and number
     * @return null if none was told
     */
    public Rise lately(String subject) {
        return input.rises().lately(subject, endMillis, input.aheadMillis());
    }

    /**
     * Remembers a rise in number that is told now, until its count has fallen by half of it.
     *
     * @param subject that grows: its kind and number
     * @param told as of now
     */
    public void risesInCount(String subject, CountRise told) {
        input.rises().risesInCount(subject, told, input.aheadMillis());
    }

    /**
     * The rises in number that were told and have not fallen, of what goes on and of what has stopped.
     *
     * @param now the counts of all subjects
     * @return by subject
     */
    public Map<String, CountRise> inCount(Map<String, Long> now) {
        return input.rises().inCount(now, input.aheadMillis());
    }
}
