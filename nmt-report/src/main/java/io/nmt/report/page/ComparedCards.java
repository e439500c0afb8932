package io.nmt.report.page;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Scale;
import io.nmt.core.model.SnapshotDiff;
import io.nmt.report.document.Amounts;
import io.nmt.report.document.Comparison;
import io.nmt.report.document.SafeText;
import io.nmt.report.document.StatementText;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.Times;
import io.nmt.report.model.Urgency;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Statements on the differences between the ends of two recordings. */
public final class ComparedCards {
    private static final int MOST_CARDS = 3;
    private static final int CERTAIN_ERRORS = 3; // standard errors
    private static final int MUCH_DIVISOR = 10; // a tenth
    private static final long LEAST_BYTES = 1 << 20;

    private final Comparison comparison;
    private final Set<String> told; // lines of code
    private final List<Card> cards = new ArrayList<>();

    private ComparedCards(Comparison comparison, List<Statement> statements) {
        this.comparison = comparison;
        this.told = statements.stream()
                .filter(statement -> statement.subject().type() == SubjectType.SITE)
                .map(statement -> statement.subject().name())
                .collect(Collectors.toSet());
    }

    /**
     * Compares the ends of two recordings.
     *
     * @param before the first
     * @param after the second
     * @param statements on the second, whose lines of code are told once, and on the two
     * @param gone what leaked in the first alone
     * @param times of the reader
     * @return the most urgent first
     */
    public static List<Card> of(
            MemoryReading before, MemoryReading after, List<Statement> statements, List<Statement> gone, Times times) {
        ComparedCards found = new ComparedCards(Comparison.ofRecordings(before, after), statements);
        statements.forEach(statement -> found.cards.add(Card.of(statement, times)));
        gone.forEach(
                statement -> found.add(Urgency.NOTE, "In A alone: " + StatementText.of(statement, times), "#timeline"));
        found.addResident();
        found.addTotal();
        found.addSites();
        found.addHandles();
        found.cards.sort(Card.MOST_URGENT_FIRST);
        return found.cards;
    }

    private void add(Urgency urgency, String text, String target) {
        cards.add(new Card(urgency, text, target));
    }

    private void addResident() {
        ResidentMemory before = comparison.before().resident();
        ResidentMemory after = comparison.after().resident();
        if (before == null || after == null) {
            add(
                    Urgency.UNKNOWN,
                    "UNKNOWN change of RSS: " + (before == null ? "A" : "B") + " has no reading of it.",
                    "#waterfall");
            return;
        }
        StringBuilder text = new StringBuilder("RSS ")
                .append(change(before.rssBytes(), after.rssBytes()))
                .append('.');
        String separator = grown(before.rssBytes(), after.rssBytes());
        for (Comparison.ComponentChange line : comparison.components().stream()
                .filter(line -> line.bytes() >= LEAST_BYTES)
                .limit(MOST_CARDS)
                .toList()) {
            text.append(separator)
                    .append(SafeText.name(line.after().component()))
                    .append(" +")
                    .append(format(line.bytes()));
            separator = "; ";
        }
        add(
                urgency(before.rssBytes(), after.rssBytes()),
                text.append(separator.equals("; ") ? "." : "").toString(),
                "#waterfall");
    }

    private void addTotal() {
        SnapshotDiff diff = comparison.categories();
        CategoryUsage before = diff.total().before();
        CategoryUsage after = diff.total().after();
        StringBuilder text = new StringBuilder("Native memory of Java code ")
                .append(change(before.committed(), after.committed()))
                .append('.');
        String separator = grown(before.committed(), after.committed());
        for (SnapshotDiff.Change category : diff.categories().stream()
                .filter(category -> category.committed() > 0)
                .limit(MOST_CARDS)
                .toList()) {
            text.append(separator)
                    .append(SafeText.name(category.category()))
                    .append(" +")
                    .append(format(category.committed()));
            separator = "; ";
        }
        add(
                urgency(before.committed(), after.committed()),
                text.append(separator.equals("; ") ? "." : "").toString(),
                "#timeline");
    }

    /** Lines of code, each with the figures of all call stacks that lead to it. */
    private List<Comparison.SiteChange> lines() {
        Map<Object, Comparison.SiteChange> lines = new LinkedHashMap<>();
        for (Comparison.SiteChange site : comparison.sites()) {
            lines.merge(RecordedLines.key(site.site()), site, ComparedCards::sum);
        }
        return lines.values().stream()
                .sorted(Comparator.comparingLong(Comparison.SiteChange::bytes).reversed())
                .toList();
    }

    private static Comparison.SiteChange sum(Comparison.SiteChange one, Comparison.SiteChange other) {
        return new Comparison.SiteChange(
                one.site(),
                one.beforeBytes() + other.beforeBytes(),
                one.afterBytes() + other.afterBytes(),
                one.beforeCount() + other.beforeCount(),
                one.afterCount() + other.afterCount(),
                Math.round(Math.hypot((double) one.standardErrorBytes(), (double) other.standardErrorBytes())));
    }

    private void addSites() {
        int grown = 0;
        long chance = 0;
        for (Comparison.SiteChange site : lines()) {
            if (told.contains(site.site().toString())) {
                continue;
            }
            boolean certain = site.bytes() > CERTAIN_ERRORS * site.standardErrorBytes();
            if (site.bytes() >= LEAST_BYTES && certain && grown++ < MOST_CARDS) {
                add(
                        Urgency.WARNING,
                        "GROWING " + SafeText.name(site.site().toString()) + ": +" + format(site.bytes())
                                + (site.standardErrorBytes() == 0 ? "" : " ± " + format(site.standardErrorBytes()))
                                + " " + SafeText.name(site.site().category()) + ", from "
                                + format(site.beforeBytes()) + " to " + format(site.afterBytes()) + ".",
                        "#sites");
            } else if (site.bytes() >= LEAST_BYTES && !certain) {
                chance++;
            }
        }
        if (grown > MOST_CARDS) {
            add(Urgency.NOTE, Scale.group(grown - MOST_CARDS) + " more call sites grew.", "#sites");
        }
        if (grown == 0 && told.isEmpty()) {
            add(
                    chance > 0 ? Urgency.UNKNOWN : Urgency.GOOD,
                    chance > 0
                            ? "UNKNOWN growth of call sites: " + Scale.group(chance) + " may hold more, or by chance."
                            : "NORMAL no call site holds a megabyte more than before.",
                    "#sites");
        }
    }

    private void addHandles() {
        comparison.handles().stream()
                .filter(change -> change.open() + change.collected() > CERTAIN_ERRORS * change.standardError())
                .limit(MOST_CARDS)
                .forEach(change -> add(
                        Urgency.NOTE,
                        "Native handles of " + SafeText.name(change.after().className()) + ": "
                                + Scale.group(change.after().open()) + " open, "
                                + Scale.group(change.before().open()) + " before"
                                + (change.collected() > 0
                                        ? "; " + Scale.group(change.collected()) + " more collected without a close."
                                        : "."),
                        "#handles"));
    }

    private static Urgency urgency(long before, long after) {
        return after - before >= Math.max(LEAST_BYTES, before / MUCH_DIVISOR)
                ? Urgency.WARNING
                : after > before ? Urgency.NOTE : Urgency.GOOD;
    }

    /** The words before growth; of a whole that has shrunk, they say so. */
    private static String grown(long before, long after) {
        return after > before ? " Most growth: " : " Growth in it nevertheless: ";
    }

    private static String change(long before, long after) {
        String figures = ", from " + format(before) + " to " + format(after);
        return after == before
                ? "is the same, " + format(after)
                : after > before
                        ? "grew by " + format(after - before) + figures
                        : "shrank by " + format(before - after) + figures;
    }

    private static String format(long bytes) {
        return Amounts.format(bytes);
    }
}
