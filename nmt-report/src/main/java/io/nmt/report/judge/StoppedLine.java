package io.nmt.report.judge;

import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.Rising;
import java.util.ArrayList;
import java.util.List;

/** The statement on a line of code that grew, has stopped, and gave nothing back. Pure functions. */
final class StoppedLine {
    private StoppedLine() {}

    /**
     * A leak stays one until its floor falls, or it has been steady for as long as it grew. From then on, and where no
     * collection can tell, it is the same as a cache that is full: held. What a collection left stays told, however
     * little it is.
     *
     * @param history of the process
     * @param garbage tells what a collection left
     * @param stopped the rise that is over
     * @param site of the line
     * @param whole the line with all its blocks; null if that is unknown
     * @return null if no collection left it and it holds little
     */
    static Statement statement(
            HistoryReading history, GarbageRule garbage, Rising stopped, Site site, SiteUsage whole) {
        List<Evidence> evidence = new ArrayList<>();
        boolean isLeak = garbage.isLeakThatStopped(stopped, evidence);
        long bytes = whole == null ? stopped.now() : whole.liveBytes();
        boolean isLeft = evidence.stream().anyMatch(each -> each.basis() == Basis.SURVIVED_COLLECTIONS);
        if (!isLeft && bytes < ResidentJudge.leastBytes(history.figures().last(HistoryFigure.RSS))) {
            return null;
        }
        List<Evidence> all = new ArrayList<>();
        all.add(new Evidence(Basis.GREW_UNTIL_MILLIS, stopped.rise().untilMillis()));
        evidence.removeIf(
                each -> !isLeak && each.basis() != Basis.SURVIVED_COLLECTIONS && each.basis() != Basis.STEADY_MILLIS);
        all.addAll(evidence);
        return new Statement(
                isLeak ? Kind.LEAK : Kind.HELD,
                LineGrowth.subject(site, stopped.id()),
                bytes,
                whole == null ? 0 : whole.standardErrorBytes(),
                0,
                0,
                stopped.rise().sinceMillis(),
                all,
                isLeak ? Next.LEAKS : Next.SITES);
    }
}
