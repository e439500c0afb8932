package io.nmt.report.page;

import io.nmt.report.model.MemoryReading;
import io.nmt.report.past.HistoryReading;
import java.util.ArrayList;
import java.util.List;

/**
 * The data of a page on one process and one time. Immutable.
 *
 * @param name of the file or of the process
 * @param fromMillis when the time begins, since 1970
 * @param toMillis when it ends
 * @param course what was in use
 * @param marks what happened, the first one first
 * @param last the figures of its end; null if they are not known
 * @param samples of blocks
 * @param sampling what these are
 * @param suspects of leaks
 * @param files that are mapped
 * @param cards verdicts, the most urgent first
 * @param notes what the figures are, and what could not be told
 */
public record PageSide(
        String name,
        long fromMillis,
        long toMillis,
        HistoryReading course,
        List<Mark> marks,
        MemoryReading last,
        SampledBlocks samples,
        PageSampling sampling,
        List<Suspect> suspects,
        List<PageFile> files,
        List<Card> cards,
        List<String> notes) {
    /** As it was made: copied. */
    public PageSide {
        marks = List.copyOf(marks);
        suspects = List.copyOf(suspects);
        files = List.copyOf(files);
        cards = List.copyOf(cards);
        notes = List.copyOf(notes);
    }

    /**
     * With other verdicts.
     *
     * @param verdicts the most urgent first
     * @return another side
     */
    public PageSide withCards(List<Card> verdicts) {
        return new PageSide(
                name, fromMillis, toMillis, course, marks, last, samples, sampling, suspects, files, verdicts, notes);
    }

    /**
     * With more verdicts.
     *
     * @param more in any order
     * @return another side
     */
    public PageSide plus(List<Card> more) {
        List<Card> all = new ArrayList<>(cards);
        all.addAll(more);
        all.sort(Card.MOST_URGENT_FIRST);
        return withCards(all);
    }
}
