package io.nmt.report.malloc;

import io.nmt.report.document.Column;
import io.nmt.report.document.Lines;
import io.nmt.report.document.Report;
import io.nmt.report.document.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The differences of two profiles of malloc: by library, and by Java call site. */
public final class MallocComparison {
    private final MallocProfile before;
    private final MallocProfile after;

    /**
     * Compares.
     *
     * @param before the earlier profile, or that of the other version of a program
     * @param after the later one
     */
    public MallocComparison(MallocProfile before, MallocProfile after) {
        this.before = before;
        this.after = after;
    }

    private record Change(String library, String site, long before, long after, double error) {
        long bytes() {
            return after - before;
        }

        boolean isSignificant() {
            return Math.abs((double) bytes()) > MallocSum.BEYOND_CHANCE_ERRORS * error;
        }
    }

    /**
     * Builds the report on the differences.
     *
     * @param top how many rows of each table people see, and how many call sites there are
     * @return the report
     */
    public Report report(int top) {
        List<Change> ofLibraries = changes(before.libraries(), after.libraries(), true);
        List<Change> ofSites = Table.first(changes(before.sites(), after.sites(), false), top);
        Table all = Table.data("libraries", columns(false));
        Table libraries = new Table(
                "",
                "Malloced and not freed, in " + ProfileFindings.time(before) + " before and "
                        + ProfileFindings.time(after) + " after, by library",
                columns(false));
        ofLibraries.forEach(change -> all.add(row(change)));
        Table.first(ofLibraries, top).forEach(change -> libraries.add(row(change)));
        String title = Table.title("By Java call site", ofSites.size(), ofSites.size());
        Table sites = new Table("sites", ofSites.isEmpty() ? "" : title, columns(true));
        ofSites.forEach(change -> sites.add(row(change)));
        String noFrees = before.frees() != 0 && after.frees() != 0
                ? ""
                : "\nThe " + (before.frees() == 0 ? "first" : "second")
                        + " has no frees (the profiler's option nofree): all its blocks count as not freed.\n";
        return new Report(List.of(
                all,
                libraries,
                sites,
                new Lines(noFrees
                        + "\nEstimates. The true change is within three ± in nearly all"
                        + " cases. Beyond chance: more than that.\n")));
    }

    private static List<Column> columns(boolean ofSites) {
        return List.of(
                Column.change("change", "Change"),
                Column.bytes("standardErrorBytes", "±"),
                Column.bytes("bytesBefore", "Before"),
                Column.bytes("bytesAfter", "After"),
                Column.count("", "Beyond chance"),
                Column.data("significant"),
                Column.name("library", "Library"),
                Column.name("", ofSites ? "Called from" : ""),
                Column.data("site"));
    }

    private static List<Object> row(Change change) {
        return List.of(
                change.bytes(),
                Math.round(change.error),
                change.before,
                change.after,
                change.isSignificant() ? "yes" : "no",
                change.isSignificant(),
                change.library,
                change.site.isEmpty() ? MallocReport.NO_JAVA : change.site,
                change.site);
    }

    private static List<Change> changes(List<MallocSum> earlier, List<MallocSum> later, boolean ofLibraries) {
        Map<List<String>, MallocSum> befores = byName(earlier, ofLibraries);
        Map<List<String>, MallocSum> afters = byName(later, ofLibraries);
        Map<List<String>, MallocSum> all = new LinkedHashMap<>(befores);
        all.putAll(afters);
        List<Change> changes = new ArrayList<>();
        for (List<String> name : all.keySet()) {
            MallocSum one = befores.get(name);
            MallocSum other = afters.get(name);
            long from = one == null ? 0 : one.bytes();
            long to = other == null ? 0 : other.bytes();
            double error = Math.hypot(
                    one == null ? 0 : (double) one.standardErrorBytes(),
                    other == null ? 0 : (double) other.standardErrorBytes());
            if (from != to) {
                changes.add(new Change(name.get(0), name.get(1), from, to, error));
            }
        }
        changes.sort(Comparator.comparingLong((Change change) -> Math.abs(change.bytes()))
                .reversed());
        return changes;
    }

    private static Map<List<String>, MallocSum> byName(List<MallocSum> sums, boolean ofLibraries) {
        Map<List<String>, MallocSum> byName = new LinkedHashMap<>();
        for (MallocSum sum : sums) {
            String library = ofLibraries ? sum.name() : sum.stacks().get(0).library();
            byName.put(List.of(library, ofLibraries ? "" : sum.name()), sum);
        }
        return byName;
    }
}
