package io.nmt.report.past;

import io.nmt.core.model.Site;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/**
 * The source of a reading: the history of a process, or what a recording has of it. Immutable.
 *
 * @param points all of them, the oldest first
 * @param sinceMillis what is earlier is not shown
 * @param events the first one first
 * @param named gives the call site of a number that points have; null if it is not known
 * @param isKnown what of what rises is more than chance
 * @param lostPoints points for which there was no room
 * @param source of all this
 * @param off whether the agent's option leaves the history out
 * @param collections of the whole heap
 * @param rises that were found before
 * @param aheadMillis by which the calendar is ahead of the clock of the history
 * @param attachedMillis when tracking began, if that was late; {@link HistoryPoint#UNKNOWN} if it was not
 */
record HistoryInput(
        List<HistoryPoint> points,
        long sinceMillis,
        List<HistoryEvent> events,
        IntFunction<Site> named,
        Predicate<Rising> isKnown,
        long lostPoints,
        HistoryReading.Source source,
        boolean off,
        History.Collections collections,
        KnownRises rises,
        long aheadMillis,
        long attachedMillis) {
    HistoryInput {
        points = List.copyOf(points);
        events = List.copyOf(events);
    }

    /** Moves times to today's calendar. */
    static HistoryInput of(History history, long sinceMillis, HistoryReading.Source source, long aheadMillis) {
        return new HistoryInput(
                history.points(0).stream()
                        .map(point -> point.movedBy(aheadMillis))
                        .toList(),
                sinceMillis + aheadMillis,
                history.events(sinceMillis).stream()
                        .map(event -> new HistoryEvent(event.millis() + aheadMillis, event.kind(), event.text()))
                        .toList(),
                history::site,
                rising -> true,
                history.lostPoints(),
                source,
                history.isOff(),
                history.collections(),
                history.rises(),
                aheadMillis,
                history.attachedMillis() == HistoryPoint.UNKNOWN
                        ? HistoryPoint.UNKNOWN
                        : history.attachedMillis() + aheadMillis);
    }

    /** The same of a recording, whose rises are found once. */
    static HistoryInput recorded(
            List<HistoryPoint> points, IntFunction<Site> named, Predicate<Rising> isKnown, long attachedMillis) {
        return new HistoryInput(
                points,
                0,
                List.of(),
                named,
                isKnown,
                0,
                HistoryReading.Source.RECORDING,
                false,
                History.Collections.NONE,
                new KnownRises(),
                0,
                attachedMillis);
    }

    /** The points of the time that is shown. */
    List<HistoryPoint> shown() {
        return points.stream().filter(point -> point.millis() >= sinceMillis).toList();
    }
}
