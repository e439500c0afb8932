package io.nmt.core.rss;

import static io.nmt.core.rss.Judged.format;
import static io.nmt.core.rss.Judged.percent;

import io.nmt.core.categories.Category;
import io.nmt.core.rss.Finding.Rank;
import java.util.List;

/** What verdicts say of the tracked categories but mapped files. */
final class TrackedFindings {
    private static final double NEAR_LIMIT = 0.9;

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
                        + (limit > 0
                                ? ", " + percent(line.committedBytes(), limit) + " of the limit for direct buffers, "
                                        + format(limit)
                                : "")
                        + judged.growth(name)
                        + judged.site(category.name()),
                "'sites' and 'leaks' show which code holds them");
        return limit > 0 && line.committedBytes() >= NEAR_LIMIT * limit
                ? new Finding(finding.verdict(), Rank.URGENT, finding.growth())
                : finding;
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
                        + " is allocated but not in memory: never touched, or swapped out. It is not in RSS, and may come"
                        + " to be" + judged.site(category.name()),
                "'sites' shows which code allocates more than it uses");
        return new Finding(verdict, Rank.ABSENT, Growth.NONE);
    }
}
