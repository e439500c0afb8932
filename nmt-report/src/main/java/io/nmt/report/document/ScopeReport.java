package io.nmt.report.document;

import io.nmt.core.model.Sampling;
import io.nmt.core.model.ScopeName;
import io.nmt.core.model.ScopeUsage;
import io.nmt.report.document.Report.Section;
import io.nmt.report.model.Ages;
import java.util.ArrayList;
import java.util.List;

/** Builds reports on named scopes, such as tenants or requests: a row for each, with the memory allocated in it. */
public final class ScopeReport {
    private static final String KEY = "scopes";
    private static final String NONE =
            "No named scopes: the application opens them by NativeMemory.scope(key, value).\n";
    private static final String ALLOCATED =
            "Allocated includes freed blocks, and each use of a pooled buffer. Its ± is an upper bound.\n";

    private static final List<Column> COLUMNS = List.of(
            Column.bytes("", "Bytes"),
            Column.bytes("", Column.ERROR),
            Column.count("", "Count"),
            Column.bytes("", "Allocated"),
            Column.bytes("", Column.ERROR),
            Column.age("", "Oldest"),
            Column.name("scope", "Scope"),
            Column.name("", "Most at"),
            Column.data("names"),
            Column.data("liveBytes"),
            Column.data("standardErrorBytes"),
            Column.data("count"),
            Column.data("allocatedBytes"),
            Column.data("allocatedErrorBytes"),
            Column.data("oldestAgeNanos"),
            Column.data("mostAt"),
            Column.data("mostAtBytes"));

    private static final List<Column> NAMES = List.of(Column.data("key"), Column.data("value"));

    private ScopeReport() {}

    /**
     * Builds the report on the scopes that hold most.
     *
     * @param scopes the largest first; none if no scope was ever named
     * @param sampling how they were found
     * @param top how many of them
     * @return the report
     */
    public static Report of(List<ScopeUsage> scopes, Sampling sampling, int top) {
        List<Section> sections = new ArrayList<>();
        sections.add(SiteRows.facts(sampling));
        sections.add(table(scopes, top));
        if (sampling.intervalBytes() == 0) {
            sections.add(new Lines(SiteReport.NO_SAMPLES));
        } else if (scopes.isEmpty()) {
            sections.add(new Lines(NONE));
        } else {
            StringBuilder text = new StringBuilder("\n");
            SiteReport.appendNotes(text, sampling);
            sections.add(new Lines(text.append(ALLOCATED).toString()));
        }
        return new Report(sections);
    }

    /** Builds the table of those that hold most. */
    static Table table(List<ScopeUsage> scopes, int top) {
        List<ScopeUsage> shown = Table.first(scopes, top);
        String title = Table.title("Named scopes by live bytes", scopes.size(), shown.size());
        Table table = new Table(KEY, scopes.isEmpty() ? "" : title, COLUMNS);
        for (ScopeUsage usage : shown) {
            boolean known = usage.allocatedBytes() != ScopeUsage.UNKNOWN;
            table.add(
                    usage.liveBytes(),
                    error(usage.standardErrorBytes()),
                    usage.liveCount(),
                    known ? usage.allocatedBytes() : (Object) "?",
                    known ? error(usage.allocatedErrorBytes()) : "",
                    Ages.format(usage.oldestAgeNanos()),
                    usage.name(),
                    usage.mostAt(),
                    names(usage.names()),
                    usage.liveBytes(),
                    usage.standardErrorBytes() == ScopeUsage.UNKNOWN ? null : usage.standardErrorBytes(),
                    usage.liveCount(),
                    known ? usage.allocatedBytes() : null,
                    known ? usage.allocatedErrorBytes() : null,
                    usage.oldestAgeNanos(),
                    usage.mostAt().isEmpty() ? null : usage.mostAt(),
                    usage.mostAt().isEmpty() ? null : usage.mostAtBytes());
        }
        return table;
    }

    private static Object error(long bytes) {
        if (bytes == ScopeUsage.UNKNOWN) {
            return "?";
        }
        return bytes == 0 ? "exact" : (Object) bytes;
    }

    /** Builds the names for programs; null where their parts are not known, as of a recording. */
    private static Table names(List<ScopeName> names) {
        Table table = Table.data("names", NAMES);
        for (ScopeName name : names) {
            if (name.key().isEmpty()) {
                return null;
            }
            table.add(name.key(), name.value());
        }
        return table;
    }
}
