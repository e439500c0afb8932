package io.nmt.spark;

import io.nmt.report.document.Amounts;
import io.nmt.spark.ExecutorState.Held;
import io.nmt.spark.ExecutorState.HeldSite;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The lines of the driver's log on a lost executor. Uses no class of nmt-core: the driver may be without it. */
final class LossText {
    private static final int NAMED_CATEGORIES = 3;

    private LossText() {}

    /**
     * A sentence, and lines that add to it.
     *
     * @param reason that Spark gives
     * @param lostMillis when Spark saw it
     * @param state that it told last; null if it told nothing
     */
    static String of(String executor, String host, String reason, long lostMillis, ExecutorState state) {
        StringBuilder text = new StringBuilder(500)
                .append("executor ")
                .append(executor)
                .append(" on host ")
                .append(host)
                .append(" was lost (")
                .append(oneLine(reason))
                .append("): ");
        if (state == null) {
            return text.append("its native memory is unknown").toString();
        }
        long seconds = TimeUnit.MILLISECONDS.toSeconds(Math.max(0, lostMillis - state.timeMillis()));
        if (!state.isKnown()) {
            return text.append("its native memory was not tracked: ")
                    .append(oneLine(state.problem()))
                    .toString();
        }
        text.append(seconds == 0 ? "just before" : seconds + " s before")
                .append(", it held ")
                .append(Amounts.format(state.trackedBytes()))
                .append(" outside the heap");
        appendCategories(text, state.categories());
        if (state.residentBytes() > 0) {
            text.append("; resident ").append(Amounts.format(state.residentBytes()));
            text.append(state.limitBytes() > 0 ? " of " + Amounts.format(state.limitBytes()) : "");
        }
        appendSites(text, state.sites());
        state.statements().forEach(line -> text.append("\n  ").append(oneLine(line)));
        if (!state.evidenceFile().isEmpty()) {
            text.append("\n  report on that host: ").append(oneLine(state.evidenceFile()));
            state.evidence().forEach(line -> text.append("\n    ").append(oneLine(line)));
        }
        return text.toString();
    }

    private static void appendCategories(StringBuilder text, List<Held> categories) {
        if (!categories.isEmpty()) {
            text.append(categories.stream()
                    .limit(NAMED_CATEGORIES)
                    .map(held -> held.category() + " " + Amounts.format(held.bytes()))
                    .collect(Collectors.joining(", ", " (", ")")));
        }
    }

    private static void appendSites(StringBuilder text, List<HeldSite> sites) {
        if (sites.isEmpty()) {
            text.append("; no call site is known, by samples");
            return;
        }
        text.append("; most at ").append(site(sites.get(0)));
        for (HeldSite site : sites.subList(1, sites.size())) {
            text.append("\n  then ").append(site(site));
        }
    }

    private static String site(HeldSite site) {
        return oneLine(site.frame()) + ": " + Amounts.format(site.bytes())
                + (site.standardErrorBytes() > 0 ? " ± " + Amounts.format(site.standardErrorBytes()) : "") + " in "
                + String.format(Locale.ROOT, "%,d", site.blocks()) + (site.blocks() == 1 ? " block of " : " blocks of ")
                + site.category()
                + (site.growthBytesPerMinute() > 0
                        ? ", growing by " + Amounts.format(site.growthBytesPerMinute()) + " a minute"
                        : "");
    }

    /** Keeps text from an executor on its line. */
    private static String oneLine(String text) {
        return text.strip().replaceAll("[\\p{Cntrl}]+", " ");
    }
}
