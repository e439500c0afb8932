package io.nmt.agent.pressure;

import io.nmt.core.model.MadeLoaders;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Scale;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.document.Amounts;
import io.nmt.report.document.SafeText;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.SubjectType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Advice on leaks: what to do about the largest, by the judge's statements. Immutable. */
final class LeakAdvice {
    private static final int SITE_CHARS = 70;
    private static final int CLASS_CHARS = 40;
    private static final int CATEGORY_CHARS = 24;
    private static final int MIN_SHARE = 50; // 2 percent
    private static final long UNKNOWN_BYTES = 0;

    private final List<Leak> leaks = new ArrayList<>();
    private final List<Leak> ofCategories = new ArrayList<>();

    private record Leak(long bytes, String action) {}

    /**
     * Takes what leaks.
     *
     * @param statements of the judge, on leaks
     * @param suspect the call site that is suspected first; null if none is
     * @param isDated whether that has risen for long enough to call it a leak
     * @param pooled buffers, of which some may be lost
     */
    LeakAdvice(List<Statement> statements, SiteUsage suspect, boolean isDated, List<PooledSite> pooled) {
        for (Statement statement : statements) {
            boolean isOfSuspect = suspect != null
                    && statement.subject().type() == SubjectType.SITE
                    && statement.subject().id() == suspect.site().id();
            if (statement.subject().type() == SubjectType.CATEGORY) {
                ofCategories.add(leak(statement));
            } else if (!isOfSuspect) {
                leaks.add(leak(statement));
            }
        }
        if (suspect != null) {
            String site = suspect.site().toString();
            leaks.add(new Leak(suspect.liveBytes(), isDated ? fix(site, suspect.liveBytes()) : lookAt(site, suspect)));
        }
        addLost(pooled);
        // Of unknown bytes are the last. A category has the bytes of its call sites, too: these are told first.
        leaks.sort(Comparator.comparingLong(Leak::bytes).reversed());
        ofCategories.sort(Comparator.comparingLong(Leak::bytes).reversed());
    }

    /** Returns what to do about the largest; empty if all leaks have too little to fill what is in use. */
    String ofLargest(long usageBytes) {
        if (isMuch(leaks, usageBytes)) {
            return leaks.get(0).action();
        }
        return isMuch(ofCategories, usageBytes) ? ofCategories.get(0).action() : "";
    }

    /** Returns what to do about a leak of unknown bytes: native handles; empty if there is none. */
    String ofUnknownBytes() {
        return leaks.stream()
                .filter(leak -> leak.bytes() == UNKNOWN_BYTES)
                .findFirst()
                .map(Leak::action)
                .orElse("");
    }

    /** States that leaks do not fill the limit; empty if nothing leaks. */
    String tooSmall() {
        List<Leak> all = leaks.isEmpty() ? ofCategories : leaks;
        if (all.isEmpty()) {
            return "";
        }
        long bytes = sum(all);
        return (all.size() == 1 ? "The leak" : "The leaks")
                + (bytes == UNKNOWN_BYTES ? "" : " (" + Amounts.format(bytes) + ")")
                + (all.size() == 1 ? " does" : " do") + " not fill it.";
    }

    private static boolean isMuch(List<Leak> all, long usageBytes) {
        return !all.isEmpty() && sum(all) >= usageBytes / MIN_SHARE;
    }

    private static long sum(List<Leak> all) {
        return all.stream().mapToLong(Leak::bytes).sum();
    }

    private static Leak leak(Statement statement) {
        String place = SafeText.shortened(statement.subject().category(), SITE_CHARS);
        String count = Scale.group(statement.amount());
        return switch (statement.subject().type()) {
            case THREAD -> ofThreads(statement, place, count);
            case LOADER -> {
                long bytes = Math.max(UNKNOWN_BYTES, statement.evidence(Basis.METASPACE_BYTES));
                boolean isHidden = MadeLoaders.isHidden(statement.subject().name());
                yield new Leak(
                        bytes,
                        (isHidden ? "release the hidden classes defined at " : "release the class loaders created at ")
                                + place + ": " + count + ofBytes(bytes, " of metaspace."));
            }
            case HANDLE ->
                new Leak(
                        UNKNOWN_BYTES,
                        "close " + SafeText.shortened(statement.subject().name(), CLASS_CHARS)
                                + (place.isEmpty() ? "" : " from " + place) + ": " + count + " are open.");
            case CATEGORY ->
                new Leak(
                        statement.amount(),
                        "find the code that leaks "
                                + SafeText.shortened(statement.subject().name(), CATEGORY_CHARS) + ", "
                                + Amounts.format(statement.amount()) + ": the report has its call sites.");
            default -> new Leak(statement.amount(), ofSite(statement));
        };
    }

    private static Leak ofThreads(Statement statement, String place, String count) {
        long bytes = Math.max(UNKNOWN_BYTES, statement.evidence(Basis.STACK_BYTES));
        long seen = statement.evidence(Basis.SEEN);
        long told = seen == Statement.UNKNOWN ? statement.amount() : seen;
        boolean areIdle = 2 * statement.evidence(Basis.IDLE_THREADS) > told;
        boolean isOfExecutors = statement.evidence(Basis.OPEN_EXECUTORS) > 0;
        return new Leak(
                bytes,
                (isOfExecutors ? "shut down the executors of " : "end the threads started at ") + place + ": " + count
                        + (areIdle ? " threads, most idle" : " threads") + ofBytes(bytes, " of stacks (estimate)."));
    }

    private static String ofBytes(long bytes, String words) {
        return bytes == UNKNOWN_BYTES ? "." : ", " + Amounts.format(bytes) + words;
    }

    private static String ofSite(Statement statement) {
        String site = statement.subject().name();
        return statement.grows()
                ? fix(site, statement.amount())
                : "fix the leak at " + SafeText.shortened(site, SITE_CHARS) + ", which still holds "
                        + Amounts.format(statement.amount()) + ".";
    }

    private static String fix(String site, long bytes) {
        return "fix the leak at " + SafeText.shortened(site, SITE_CHARS) + ", " + Amounts.format(bytes)
                + "; a higher limit gains time only.";
    }

    private static String lookAt(String site, SiteUsage suspect) {
        return "look first at " + SafeText.shortened(site, SITE_CHARS) + ", which rose for "
                + Ages.format(suspect.growingForNanos()) + ": a leak, or what still fills.";
    }

    /** Adds buffers that were collected without being released, with the call site of most. */
    private void addLost(List<PooledSite> pooled) {
        long bytes = 0;
        PooledSite most = null;
        for (PooledSite site : pooled) {
            bytes += lostBytes(site);
            most = lostBytes(site) > (most == null ? 0 : lostBytes(most)) ? site : most;
        }
        if (most != null) {
            String site = SafeText.shortened(most.usage().site().toString(), SITE_CHARS);
            leaks.add(new Leak(
                    bytes,
                    "release the buffers allocated at " + site + ": " + Amounts.format(bytes)
                            + " were collected unreleased."));
        }
    }

    private static long lostBytes(PooledSite site) {
        return site.lostBytes() + site.goneBytes();
    }
}
