package io.nmt.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.agent.commands.ResidentNotes.Note;
import org.junit.jupiter.api.Test;

/** Resident memory as of earlier questions, by times that the test gives. */
class ResidentNotesTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MIB = 1 << 20;
    private static final long START = Long.MAX_VALUE - SECOND; // as System.nanoTime, which may overflow

    private final ResidentNotes notes = new ResidentNotes();

    private static Note at(long seconds, long rssMib) {
        return new Note(START + seconds * SECOND, rssMib * MIB, 100 * MIB);
    }

    private String ask(long seconds, long rssMib, Note... baselines) {
        return notes.takeAndCompare(at(seconds, rssMib), 0, baselines);
    }

    @Test
    void theFirstQuestionHasNothingToCompareWith() {
        assertThat(ask(0, 400)).isEmpty();
        assertThat(ask(60, 700)).startsWith("RSS is 300MB more than 60 s ago, tracked memory not");
    }

    @Test
    void questionsInQuickSuccessionKeepTheFirstNote() {
        for (int second = 0; second < 60; second++) {
            assertThat(ask(second, 400)).isEmpty();
        }
        assertThat(ask(60, 700)).startsWith("RSS is 300MB more than 60 s ago");
    }

    @Test
    void notesOfMoreThanAnHourAreForgotten() {
        ask(0, 400);
        ask(600, 500);
        assertThat(ask(3600, 700)).startsWith("RSS is 300MB more than 60 min ago");
        assertThat(ask(3601, 700)).startsWith("RSS is 200MB more than 50 min ago");
    }

    @Test
    void aNoteIsTakenEveryTenSecondsAtMost() {
        ask(0, 400);
        ask(9, 500);
        ask(10, 600);
        // The first is forgotten, and there was no note after nine seconds.
        assertThat(ask(3609, 700)).startsWith("RSS is 100MB more than ");
    }

    @Test
    void anEarlierBaselineIsComparedWith() {
        ask(100, 600);
        assertThat(ask(160, 700, null, at(40, 400))).startsWith("RSS is 300MB more than 2 min ago");
        assertThat(ask(170, 700, at(165, 400), null)).startsWith("RSS is 100MB more than 70 s ago");
    }
}
