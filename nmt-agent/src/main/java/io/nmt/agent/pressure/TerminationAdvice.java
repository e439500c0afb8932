package io.nmt.agent.pressure;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Category;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.Pool;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.document.Amounts;
import io.nmt.report.document.SafeText;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Cause;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.SubjectType;
import java.util.List;

/** Advice on memory pressure: what to do about what fills the limit. Immutable. */
final class TerminationAdvice {
    private static final int FULL_PERCENT = 90;
    private static final int SITE_CHARS = 80;
    private static final int EARLIER_CHARS = 60;

    private final Crossing crossing;
    private final LimitParts filling;
    private final LimitGrowth course;
    private final List<PooledSite> pooled;
    private final List<Pool> pools; // null for those of this process, which are read only if they matter
    private final Leaks leaks;

    TerminationAdvice(
            Crossing crossing, LimitParts filling, LimitGrowth course, List<PooledSite> pooled, List<Pool> pools) {
        this.crossing = crossing;
        this.filling = filling;
        this.course = course;
        this.pooled = pooled;
        this.pools = pools;
        this.leaks = course.leaks();
    }

    /** Advises the next process, since this one may have ended; whole, however long the site's name is. */
    static String ofGarbage(String site) {
        return "run 'unreachable PID' on the next process: growth at " + SafeText.shortened(site, SITE_CHARS)
                + " may be garbage.";
    }

    /** Advises on a call site that an earlier report suspected; whole, too. */
    static String ofEarlier(String site, boolean isDated) {
        String place = SafeText.shortened(site, EARLIER_CHARS);
        return isDated
                ? "fix the leak that was suspected at " + place
                        + ", which still holds it; a higher limit gains time only."
                : "look first at " + place + ", which grew and still holds it: a leak, or a cache that filled.";
    }

    /** By the judge's rule. */
    private static boolean isGarbage(Statement statement) {
        return statement != null
                && (statement.evidence(Basis.COLLECTIONS_BEFORE_IT_GREW) != Statement.UNKNOWN
                        || statement.evidence(Basis.COLLECTIONS_UNKNOWN) != Statement.UNKNOWN);
    }

    /** Returns what to do, in a sentence or two. */
    String text() {
        if (crossing.cause().isOfJvm()) {
            return ofJvm();
        }
        if (crossing.cause() == Cause.KILL) {
            return "the kernel killed another process of the container: bound its memory, or raise the limit.";
        }
        if (crossing.asksForTooMuch()) {
            return "memory is not full: look at the code that asks for so much at once; the report has its stack.";
        }
        LeakAdvice leaking = new LeakAdvice(course.leaking(), course.suspect(), course.isDated(), pooled);
        boolean isOfRest = course.most() == LimitParts.Part.REST && !course.isUsualOfJvm() && !isOfDirect();
        if (course.isOfJavaCode() || isOfRest) {
            String leak = leaking.ofLargest(isOfDirect() ? crossing.usageBytes() : filling.usageBytes());
            if (!leak.isEmpty()) {
                return leak;
            }
        }
        if (course.isOfJavaCode()) {
            EarlierSuspect earlier = course.earlier();
            if (earlier != null) {
                return ofEarlier(earlier.site().toString(), earlier.dated());
            }
            for (SiteUsage holder : leaks.holders()) {
                if (isGarbage(course.growth().ofLine(holder.site().id()))) {
                    return ofGarbage(holder.site().toString());
                }
            }
        }
        if (crossing.cause() == Cause.REFUSED) {
            return "the system refuses more: raise that limit, or request less; the report shows the requester.";
        }
        String limit = isOfDirect() ? "-XX:MaxDirectMemorySize" : "the limit";
        LimitParts.Part most = isOfDirect() ? LimitParts.Part.TRACKED : course.most();
        if (most == null) {
            return "no part alone fills it: raise " + limit + ", or shrink the largest.";
        }
        return switch (most) {
            case TRACKED -> ofTracked(limit, leaking.tooSmall());
            case HEAP ->
                "the Java heap fills it, not native memory: raise the limit, or lower -Xmx ("
                        + Amounts.format(Runtime.getRuntime().maxMemory()) + " now).";
            case RETAINED ->
                "no code holds it: malloc retains it after free (fragmentation). "
                        + (System.getenv("MALLOC_ARENA_MAX") == null ? "Set MALLOC_ARENA_MAX=2, or try" : "Try")
                        + " jemalloc.";
            case REST -> ofRest(limit, leaking.ofUnknownBytes());
            case FILES ->
                "files in memory (tmpfs) fill it, not this process: delete them, or raise the limit."
                        + " 'df -t tmpfs' has their places.";
            case OTHERS ->
                "this process holds less than half of it: look for other processes, and for files in memory (tmpfs).";
        };
    }

    private String ofTracked(String limit, String small) {
        if (inPools()) {
            return "most of it is free in chunks of buffer pools: fragmentation, or a peak that is over. Lower"
                    + " the peak, or raise " + limit + ".";
        }
        if (leaks.judgedInNanos() > 0 || course.isOfLate()) {
            return "too early to know if these sites leak. If they need it, raise " + limit + ".";
        }
        return small.isEmpty()
                ? "no leak so far: raise " + limit + ", or reduce these sites."
                : "raise " + limit + ", or reduce these sites. " + small;
    }

    private String ofRest(String limit, String leak) {
        if (course.isUsualOfJvm()) {
            return "only the JVM's own memory grew (code, classes, GC), to "
                    + Amounts.format(filling.bytes(LimitParts.Part.REST)) + ": " + limit
                    + " is small for a JVM, raise it.";
        }
        return leak.isEmpty()
                ? "the JVM or a native library holds it, not the heap or tracked code. The report has more,"
                        + " next time run 'native PID'."
                : leak;
    }

    private boolean isOfDirect() {
        return crossing.cause() == Cause.DIRECT;
    }

    /** Tells if pools have half of the memory that may fill the limit, or more, and no buffer has it. */
    private boolean inPools() {
        long free = 0;
        for (Pool pool : pools == null ? NativeMemory.pools() : pools) {
            boolean counts = !isOfDirect() || Category.DIRECT_BUFFER.name().equals(pool.category());
            boolean isKnown = counts && pool.category() != null && pool.inUseBytes() != Pool.UNKNOWN;
            free += isKnown ? pool.chunkBytes() - pool.inUseBytes() : 0;
        }
        return free > 0 && free >= (isOfDirect() ? crossing.usageBytes() : filling.bytes(LimitParts.Part.TRACKED)) / 2;
    }

    /** No call site of native memory is to blame then; one that starts threads may be. */
    private String ofJvm() {
        return switch (crossing.cause()) {
            case HEAP ->
                crossing.percent() >= FULL_PERCENT
                        ? "objects fill the Java heap, not native memory: look into a heap dump"
                                + " (-XX:+HeapDumpOnOutOfMemoryError), or raise -Xmx."
                        : "the Java heap is not full now: too much was requested at once, or garbage filled it."
                                + " Use -XX:+HeapDumpOnOutOfMemoryError.";
            default -> {
                List<Statement> threads = course.leaking().stream()
                        .filter(each -> each.subject().type() == SubjectType.THREAD)
                        .toList();
                yield threads.isEmpty()
                        ? "use fewer threads, or smaller stacks (-Xss, or in code), or raise the limit."
                        : new LeakAdvice(threads, null, false, List.of()).ofLargest(0);
            }
        };
    }
}
