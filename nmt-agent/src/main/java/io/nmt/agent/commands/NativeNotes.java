package io.nmt.agent.commands;

import io.nmt.core.model.Ages;
import java.util.List;

/** What the last profile of malloc has found, for those who ask about resident memory later. Thread-safe. */
final class NativeNotes {
    private static volatile Note last;

    private record Note(long nanoTime, String finding) {}

    private NativeNotes() {}

    static void keep(String finding) {
        last = finding.isEmpty() ? null : new Note(System.nanoTime(), finding);
    }

    /** A sentence; none if there was no profile, or it found nothing. */
    static List<String> ofLast() {
        Note note = last;
        return note == null
                ? List.of()
                : List.of("'native PID' found, " + Ages.format(System.nanoTime() - note.nanoTime) + " ago: "
                        + note.finding);
    }
}
