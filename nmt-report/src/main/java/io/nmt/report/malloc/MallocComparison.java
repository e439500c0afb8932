package io.nmt.report.malloc;

import io.nmt.core.model.Scale;
import io.nmt.report.document.Json;
import io.nmt.report.document.TextTable;
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
     * Writes the differences.
     *
     * @param scale the unit of all byte figures
     * @param top how many rows of each table
     * @return lines, each ended by a line feed
     */
    public String text(Scale scale, int top) {
        StringBuilder text = new StringBuilder(1024)
                .append("Malloced and not freed, in ")
                .append(ProfileFindings.time(before))
                .append(" before and ")
                .append(ProfileFindings.time(after))
                .append(" after, by library\n");
        TextTable libraries = TextTable.ofFiguresAndName("Change", "±", "Before", "After", "Beyond chance", "Library");
        for (Change change : first(changes(before.libraries(), after.libraries(), true), top)) {
            add(libraries, change, scale, change.library);
        }
        libraries.appendTo(text);
        List<Change> ofSites = first(changes(before.sites(), after.sites(), false), top);
        if (!ofSites.isEmpty()) {
            text.append("\nBy Java call site (").append(ofSites.size()).append(")\n");
            TextTable sites = TextTable.ofFiguresAndName(
                    "Change", "±", "Before", "After", "Beyond chance", "Library", "Called from");
            for (Change change : ofSites) {
                String name = change.site.isEmpty() ? MallocReport.NO_JAVA : change.site;
                add(sites, change, scale, change.library, name);
            }
            sites.appendTo(text);
        }
        if (before.frees() == 0 || after.frees() == 0) {
            text.append("\nThe ")
                    .append(before.frees() == 0 ? "first" : "second")
                    .append(" has no frees (the profiler's option nofree): all its blocks count as not freed.\n");
        }
        return text.append("\nEstimates; ± is one standard error of the change, beyond chance is more than three.\n")
                .toString();
    }

    /**
     * Writes the same as JSON.
     *
     * @param top how many call sites
     * @return one object, without a line feed
     */
    public String json(int top) {
        Json json = new Json().object().array("libraries");
        changes(before.libraries(), after.libraries(), true).forEach(change -> append(json, change));
        json.endArray().array("sites");
        first(changes(before.sites(), after.sites(), false), top).forEach(change -> append(json, change));
        return json.endArray().endObject().toString();
    }

    private static void append(Json json, Change change) {
        json.object()
                .field("library", change.library)
                .field("site", change.site)
                .field("bytesBefore", change.before)
                .field("bytesAfter", change.after)
                .field("change", change.bytes())
                .field("standardErrorBytes", Math.round(change.error))
                .field("significant", change.isSignificant())
                .endObject();
    }

    private static void add(TextTable table, Change change, Scale scale, String... names) {
        List<String> row = new ArrayList<>(List.of(
                change.bytes() == 0 ? "0" : scale.formatChange(change.bytes()),
                scale.format(Math.round(change.error)),
                scale.format(change.before),
                scale.format(change.after),
                change.isSignificant() ? "yes" : "no"));
        row.addAll(List.of(names));
        table.add(row.toArray(new String[0]));
    }

    private static List<Change> first(List<Change> changes, int top) {
        return changes.subList(0, Math.min(top, changes.size()));
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
