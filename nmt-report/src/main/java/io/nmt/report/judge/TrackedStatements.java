package io.nmt.report.judge;

import io.nmt.core.model.Category;
import io.nmt.core.model.LateStart;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.reading.ResidentReading.TopSite;
import java.util.List;

/** Statements on the tracked categories but mapped files. Pure functions of a reading. */
final class TrackedStatements {
    private static final double NEAR_LIMIT_SHARE = 0.9;
    private static final int CERTAIN_ERRORS = 3; // standard errors
    private static final int MIN_ABSENT_SHARE = 10; // a tenth

    private TrackedStatements() {}

    /** Judges the part of a category that no growing line has. Returns null if there is none, or for mapped files. */
    static Statement held(ResidentLines lines, Category category) {
        if (category.equals(Category.MAPPED_FILE) || category.equals(Category.NATIVE_MEMORY_TRACKING)) {
            return null;
        }
        ResidentLine line = lines.memory().line(Component.lineOf(category));
        boolean isLimit =
                category.equals(Category.DIRECT_BUFFER) && isNearDirectLimit(lines) && !mostIsUntracked(lines);
        List<Statement> growing = lines.growing(category.name());
        long told = isLimit ? 0 : growing.stream().mapToLong(Statement::amount).sum();
        boolean allTold = growing.stream().anyMatch(each -> each.subject().type() == SubjectType.CATEGORY);
        if (!isLimit && allTold) {
            return null;
        }
        if (told > 0 && line.residentBytes() - told <= CERTAIN_ERRORS * error(growing)) {
            return null; // samples tell how much the growing lines have: it may be none
        }
        List<String> name = List.of(line.component());
        // The judge tells of its growth there, or of the buffers for which pools take it.
        boolean isTold = !growing.isEmpty() || lines.areBuffersTold();
        Draft draft = Draft.of(
                lines,
                Kind.HELD,
                name,
                isTold ? LineChange.NONE : lines.change(name),
                Math.max(0, line.residentBytes() - told));
        long absent = line.committedBytes() - line.residentBytes();
        if (told > 0) {
            draft.with(Basis.BESIDE_GROWING_BYTES, told);
        } else if (line.accuracy() != Accuracy.BOUNDED
                && absent >= Math.max(ResidentJudge.MIN_BYTES, line.committedBytes() / MIN_ABSENT_SHARE)) {
            draft.with(Basis.ASKED_BYTES, line.committedBytes());
        }
        if (category.equals(Category.DIRECT_BUFFER)) {
            addDirectLimit(
                    draft,
                    lines,
                    Math.max(line.committedBytes(), lines.facts().direct().usedBytes()));
        }
        TopSite site = lines.facts().sites().get(category.name());
        if (site != null && told == 0) {
            draft.with(Basis.MOST_FROM_PERCENT, Math.round(100 * site.part()), site.name());
        }
        if (category.equals(Category.NIO_TEMPORARY_BUFFER)) {
            draft.with(Basis.ONE_PER_THREAD, 0).with(Basis.REMEDY, 0, "-Djdk.nio.maxCachedBufferSize=262144");
        }
        LateStart late = lines.facts().snapshot().coverage().lateStart();
        if (late != null && late.time() != null) {
            draft.with(Basis.TRACKED_SINCE_MILLIS, late.time().toEpochMilli());
        }
        if (isLimit) {
            draft.kind(Kind.LIMIT);
        } else if (growing.isEmpty() && lines.isTooEarly()) {
            draft.kind(Kind.UNKNOWN); // its lines may grow
        }
        return draft.next(draft.isMore() || isLimit ? Next.LEAKS : Next.SITES).make();
    }

    /** One standard error of what the growing lines have. */
    private static double error(List<Statement> growing) {
        return Math.sqrt(growing.stream()
                .mapToDouble(each -> Math.pow((double) each.error(), 2))
                .sum());
    }

    /** The JVM counts buffers from before tracking, too, and those of other categories. */
    static void addDirectLimit(Draft draft, ResidentLines lines, long countedBytes) {
        long limit = lines.facts().limits().directBytes();
        if (limit > 0) {
            draft.with(Basis.LIMIT, limit, "direct buffers")
                    .with(Basis.LIMIT_PERCENT, ResidentLines.percent(countedBytes, limit));
        }
    }

    /** Tells whether the JVM's count of direct buffers, or the tracked count, is near the limit. */
    static boolean isNearDirectLimit(ResidentLines lines) {
        long limit = lines.facts().limits().directBytes();
        return limit > 0
                && Math.max(trackedDirect(lines), lines.facts().direct().usedBytes()) >= NEAR_LIMIT_SHARE * limit;
    }

    /** Tells whether most direct buffers are from before tracking: the limit is then told with those. */
    static boolean mostIsUntracked(ResidentLines lines) {
        return lines.facts().direct().untrackedBytes() > trackedDirect(lines);
    }

    private static long trackedDirect(ResidentLines lines) {
        return lines.memory().line(Component.lineOf(Category.DIRECT_BUFFER)).committedBytes();
    }
}
