package io.nmt.agent.commands;

import io.nmt.core.model.Ages;

/** What the last profile of malloc has found, for those who ask about resident memory later. Thread-safe. */
final class NativeNotes {
    private static volatile Note last;

    private record Note(long nanoTime, String finding) {}

    private NativeNotes() {}

    static void keep(String finding) {
        last = finding.isEmpty() ? null : new Note(System.nanoTime(), finding);
    }

    /** A sentence; nothing if there was none, or it found nothing. */
    static String ofLast() {
        Note note = last;
        return note == null
                ? ""
                : "'native PID' found, " + Ages.format(System.nanoTime() - note.nanoTime) + " ago: " + note.finding;
    }
}
