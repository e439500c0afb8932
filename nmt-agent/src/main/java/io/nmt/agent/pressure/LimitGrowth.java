package io.nmt.agent.pressure;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Category;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.judge.Growth;
import io.nmt.report.model.Cause;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.Rise;
import java.util.List;

/**
 * The way to a limit: the part that fills it, the growth of that, and the judge's statement on it. Growth that began
 * within the last minutes may still be a cache that fills, and is not dated. Immutable.
 */
final class LimitGrowth {
    private static final int MIN_LATE_SHARE = 10; // a tenth

    private final Crossing crossing;
    private final LimitParts filling;
    private final HistoryReading history;
    private final Growth growth;
    private final Leaks leaks;
    private final long trackedBytes;
    private final long heapBytes;
    private final long nowMillis;
    private final LimitParts.Grown grown;
    private final LimitParts.Part most;
    private final Statement rising; // null if what fills the limit is not known to rise

    /** Takes given figures. */
    LimitGrowth(
            Crossing crossing,
            LimitParts filling,
            HistoryReading history,
            Growth growth,
            long trackedBytes,
            long heapBytes,
            long nowMillis) {
        this.crossing = crossing;
        this.heapBytes = heapBytes;
        this.filling = filling;
        this.history = history;
        this.growth = growth;
        this.leaks = isOfDirect()
                ? DirectMemory.of(growth.lines().leaks())
                : growth.lines().leaks();
        this.trackedBytes = trackedBytes;
        this.nowMillis = nowMillis;
        this.grown = filling.grownSince(start());
        this.most = findMost();
        this.rising = findRising();
    }

    private LimitParts.Part findMost() {
        if (crossing.cause().isOfJvm()) {
            return crossing.cause() == Cause.HEAP ? LimitParts.Part.HEAP : LimitParts.Part.REST;
        }
        LimitParts.Part part = filling.most();
        boolean ofJvm = part == null || part == LimitParts.Part.REST;
        return ofJvm && grown != null ? grown.part() : part;
    }

    /** The course of this process up to now. */
    static LimitGrowth of(Crossing crossing, LimitParts filling, GrowthEvidence evidence) {
        LimitGrowth course = new LimitGrowth(
                crossing,
                filling,
                evidence.history(),
                evidence.growth(),
                crossing.cause() == Cause.DIRECT
                        ? crossing.usageBytes()
                        : NativeMemory.snapshot().total().committed(),
                Runtime.getRuntime().totalMemory(),
                History.now() + History.calendarIsAheadMillis());
        return course.remembered();
    }

    /**
     * This course, with an earlier report's suspect if it has none. A site that has filled a limit of its own, such as
     * that of direct buffers, cannot grow any more, and is no suspect then. It is kept as long as it holds that memory.
     */
    private LimitGrowth remembered() {
        SiteUsage suspect = suspect();
        Statement judged = suspect == null ? null : growth.ofLine(suspect.site().id());
        if (judged != null) {
            History.ofProcess().outcomes().keep(new EarlierSuspect(suspect.site(), judged, nowMillis, isDated()));
        }
        return this;
    }

    /** The suspect of an earlier report that still holds the memory, if there is none now; else null. */
    EarlierSuspect earlier() {
        EarlierSuspect known = isOfJavaCode() && suspect() == null
                ? History.ofProcess().outcomes().last(EarlierSuspect.class)
                : null;
        return known != null && mayFill(known.site()) && known.held() != null ? known : null;
    }

    /** The judge's statements on leaks, the most urgent first; of direct memory, where that has a limit of its own. */
    List<Statement> leaking() {
        return growth.statements().stream()
                .filter(each -> each.kind() == Kind.LEAK && (!isOfDirect() || isOnDirect(each)))
                .toList();
    }

    private boolean isOnDirect(Statement statement) {
        return switch (statement.subject().type()) {
            case SITE -> mayFill(history.sites().get(statement.subject().id()));
            case CATEGORY -> statement.subject().name().equals(Category.DIRECT_BUFFER.name());
            default -> false;
        };
    }

    Leaks leaks() {
        return leaks;
    }

    Growth growth() {
        return growth;
    }

    private LimitParts.Start start() {
        return LimitParts.Start.of(filling, history, isOfCgroup() ? HistoryFigure.CGROUP : HistoryFigure.RSS);
    }

    private boolean isOfCgroup() {
        return crossing.cause().isOfCgroup();
    }

    private boolean isOfDirect() {
        return crossing.cause() == Cause.DIRECT;
    }

    /**
     * The part that fills the limit; null if it cannot be told. A part that every JVM has is not named where another
     * one has grown.
     */
    LimitParts.Part most() {
        return most;
    }

    /** The part that has grown most, if it is not the largest anyway; else null. */
    LimitParts.Grown grown() {
        return grown != null && grown.part() == most && filling.most() != most ? grown : null;
    }

    /** True if the JVM has no more than any JVM has, so that the limit is small. */
    boolean isUsualOfJvm() {
        boolean rose = grown != null && grown.part() == LimitParts.Part.REST && !history.isTooEarly();
        return most == LimitParts.Part.REST && !rose && filling.isUsualOfJvm() && !filling.hasGrownBesideJvm(start());
    }

    /** True if call sites of tracked memory may fill the limit. */
    boolean isOfJavaCode() {
        return isOfDirect() || most == null || most == LimitParts.Part.TRACKED;
    }

    /** The call site that is suspected to leak; null if none is, or if that is not what fills the limit. */
    SiteUsage suspect() {
        return isOfJavaCode() && !leaks.suspects().isEmpty() ? leaks.suspects().get(0) : null;
    }

    /** True if the start of the limit's rise is known. */
    boolean isDated() {
        return rising != null;
    }

    /** True if most of it has come within the last minutes. */
    boolean isOfLate() {
        return !isDated() && (suspect() != null || lately() != null);
    }

    /** The judge's statement on what fills the limit: since when it grows, or how far that is known. */
    Statement statement() {
        EarlierSuspect earlier = isDated() ? null : earlier();
        if (earlier != null) {
            return ShortStatement.of(earlier.held());
        }
        Rise lately = isDated() ? null : lately();
        SiteUsage suspect = suspect();
        if (lately != null) {
            return late(lately);
        }
        Statement judged =
                rising == null && suspect != null ? growth.ofLine(suspect.site().id()) : rising;
        if (judged != null) {
            return ShortStatement.of(judged);
        }
        boolean isSteady = growth.otherwise().kind() != Kind.UNKNOWN && most != null && !isOfDirect();
        return isSteady
                ? ShortStatement.held(most.toString(), filling.bytes(most))
                : growth.otherwise().withNext(Next.NONE);
    }

    /** The figure of the part that fills the limit. */
    private HistoryFigure figure() {
        if (most == LimitParts.Part.TRACKED) {
            return HistoryFigure.TRACKED;
        }
        return most == LimitParts.Part.HEAP
                ? HistoryFigure.HEAP
                : isOfCgroup() ? HistoryFigure.CGROUP : HistoryFigure.RSS;
    }

    /** Its growth within the last minutes; null if that is less than a tenth. */
    private Rise lately() {
        Rise rise = isOfDirect()
                ? history.figures().lately(Category.DIRECT_BUFFER, trackedBytes, nowMillis)
                : history.figures().lately(figure(), figureBytes(), nowMillis);
        long whole = isOfDirect() ? crossing.usageBytes() : filling.usageBytes();
        return rise == null || rise.bytes() < Math.max(1, whole / MIN_LATE_SHARE) ? null : rise;
    }

    private long figureBytes() {
        return switch (figure()) {
            case TRACKED -> trackedBytes;
            case HEAP -> heapBytes;
            default -> filling.usageBytes();
        };
    }

    private Statement late(Rise lately) {
        if (isOfDirect()) {
            return ShortStatement.late(Category.DIRECT_BUFFER.name(), trackedBytes, lately);
        }
        String name = switch (figure()) {
            case TRACKED, HEAP -> most.toString();
            case CGROUP -> "container memory";
            default -> figure().title();
        };
        return ShortStatement.late(name, figureBytes(), lately);
    }

    private boolean mayFill(Site site) {
        return !isOfDirect() || (site != null && DirectMemory.has(site));
    }

    /** The judge's statement on what rises of what fills the limit; first the call site of a leak. */
    private Statement findRising() {
        SiteUsage suspect = suspect();
        Statement ofSite = isOfJavaCode() ? risingSite(suspect) : null;
        if (ofSite != null || most == LimitParts.Part.OTHERS || most == LimitParts.Part.FILES) {
            return ofSite;
        }
        if (isOfDirect()) {
            return suspect == null ? first(SubjectType.CATEGORY, Category.DIRECT_BUFFER.name()) : null;
        }
        Statement ofPart = most == LimitParts.Part.HEAP
                ? first(SubjectType.FIGURE, Growth.JAVA_HEAP)
                : most == LimitParts.Part.TRACKED ? first(SubjectType.CATEGORY, null) : null;
        return ofPart == null && suspect == null ? first(SubjectType.FIGURE, HistoryFigure.RSS.title()) : ofPart;
    }

    private Statement risingSite(SiteUsage suspect) {
        for (Statement statement : growth.statements()) {
            int id = statement.subject().id();
            boolean isSite = statement.subject().type() == SubjectType.SITE && statement.kind() != Statement.Kind.HELD;
            boolean fits = suspect == null
                    ? mayFill(history.sites().get(id))
                    : id == suspect.site().id();
            if (isSite && fits && isDated(statement)) {
                return statement;
            }
        }
        return null;
    }

    /** By its samples: a rise that is shorter may be that of a cache that fills. */
    private boolean isDated(Statement statement) {
        return history.risingSite(statement.subject().id()) != null
                || nowMillis - statement.sinceMillis() >= HistoryReading.LATELY_MILLIS;
    }

    /** Null if the judge has none; {@code name} is null for any. */
    private Statement first(SubjectType type, String name) {
        return growth.statements().stream()
                .filter(statement -> statement.grows()
                        && statement.subject().type() == type
                        && (name == null || statement.subject().name().equals(name)))
                .findFirst()
                .orElse(null);
    }
}
