package io.nmt.report.judge;

import static io.nmt.report.judge.Judged.format;
import static io.nmt.report.judge.Judged.percent;

import io.nmt.core.model.Category;
import io.nmt.report.judge.Finding.Rank;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.Verdict;
import java.util.List;

/** What verdicts say of the tracked categories but mapped files. */
final class TrackedFindings {
    private static final double NEAR_LIMIT = 0.9;
    private static final int LEAST_PART = 50;

    private TrackedFindings() {}

    private static boolean isOther(Category category) {
        return category.equals(Category.MAPPED_FILE) || category.equals(Category.NATIVE_MEMORY_TRACKING);
    }

    /** Returns null for other categories. */
    static Finding held(Judged judged, Category category) {
        if (isOther(category)) {
            return null;
        }
        List<String> name = List.of(Component.lineOf(category));
        ResidentLine line = judged.memory().line(name.get(0));
        boolean direct = category.equals(Category.DIRECT_BUFFER);
        long limit = direct ? judged.facts().limits().directBytes() : 0;
        Finding finding = judged.about(
                name,
                line.component() + " holds " + format(line.residentBytes())
                        + (limit > 0 ? ofLimit(judged, line.committedBytes(), limit) : "")
                        + judged.growth(name)
                        + judged.site(category.name(), !judged.growth(name).isEmpty()),
                judged.growth(name).isEmpty()
                        ? "'sites' and 'leaks' show which code holds them"
                        : "'leaks' shows which code's memory grows, 'sites' which code holds all of it");
        return direct && isNearDirectLimit(judged) && !mostIsUntracked(judged)
                ? new Finding(finding.verdict(), Rank.URGENT, finding.growth())
                : finding;
    }

    /** Others count toward the limit, too: buffers from before tracking, and of other categories. */
    private static String ofLimit(Judged judged, long committedBytes, long limit) {
        long counted = judged.facts().direct().usedBytes();
        boolean others = counted > committedBytes + limit / LEAST_PART;
        return ", "
                + (others ? "with what else counts (arenas, temporary buffers), " + format(counted) + " in all, " : "")
                + percent(others ? counted : committedBytes, limit) + " of the limit for direct buffers, "
                + format(limit);
    }

    /** Whether what the JVM counts as direct buffers, or what is tracked of them, is near the limit. */
    static boolean isNearDirectLimit(Judged judged) {
        long limit = judged.facts().limits().directBytes();
        return limit > 0
                && Math.max(trackedDirect(judged), judged.facts().direct().usedBytes()) >= NEAR_LIMIT * limit;
    }

    /** Whether more direct buffers are from before tracking than are tracked: the limit is then told with those. */
    static boolean mostIsUntracked(Judged judged) {
        return judged.facts().direct().untrackedBytes() > trackedDirect(judged);
    }

    private static long trackedDirect(Judged judged) {
        return judged.memory().line(Component.lineOf(Category.DIRECT_BUFFER)).committedBytes();
    }

    /** Returns null for other categories, and where it is not known what of them is in memory. */
    static Finding absent(Judged judged, Category category) {
        ResidentLine line = judged.memory().line(Component.lineOf(category));
        if (isOther(category) || line.accuracy() != Accuracy.EXACT) {
            return null;
        }
        long absent = line.committedBytes() - line.residentBytes();
        Verdict verdict = new Verdict(
                line.component(),
                absent,
                format(absent) + " of " + line.component()
                        + " is allocated but not in memory: never touched, or swapped out. It is not in RSS,"
                        + " and may come"
                        + " to be" + judged.site(category.name(), false),
                "'sites' shows which code allocates more than it uses");
        return new Finding(verdict, Rank.ABSENT, ResidentGrowth.NONE);
    }
}
