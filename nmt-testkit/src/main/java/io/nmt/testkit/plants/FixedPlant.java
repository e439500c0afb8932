package io.nmt.testkit.plants;

import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.judge.Growth;
import io.nmt.report.leaks.WholeHeapCollections;
import io.nmt.report.model.Statement;
import io.nmt.report.past.HistoryReading;
import java.util.List;

/**
 * A planted process.
 *
 * @param name of it
 * @param past of it
 * @param lines of code, as its samples tell of them
 * @param expected the kinds and names of the statements, in their order
 * @param perMinute bytes by which the first of them grows
 */
public record FixedPlant(String name, FixedPast past, List<SiteUsage> lines, List<String> expected, long perMinute) {
    private static final long MINUTE = 60_000_000_000L;

    /** Returns its lines of code by whether they grow. */
    public LeaksByLine leaks() {
        return new LeaksByLine(new Leaks(
                MINUTE,
                lines.stream().filter(SiteUsage::growing).toList(),
                lines.stream().filter(usage -> !usage.growing()).toList(),
                List.of(),
                0));
    }

    /** Returns what the judge says of it, as it runs; the whole heap was collected 40 minutes ago. */
    public List<Statement> statements() {
        return Growth.of(
                        leaks(),
                        List.of(),
                        HistoryReading.of(past.history(), 0),
                        new WholeHeapCollections.Last(40 * MINUTE),
                        FixedPast.NOW.toEpochMilli())
                .statements();
    }

    /** Returns its kind and subject, as {@link #expected} has them. */
    public static String named(Statement statement) {
        return statement.kind() + " " + statement.subject().name();
    }

    @Override
    public String toString() {
        return name;
    }
}
