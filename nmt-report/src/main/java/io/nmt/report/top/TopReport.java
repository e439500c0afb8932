package io.nmt.report.top;

import io.nmt.report.document.Column;
import io.nmt.report.document.Facts;
import io.nmt.report.document.Report;
import io.nmt.report.document.Report.Section;
import io.nmt.report.document.Statements;
import io.nmt.report.document.Table;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.render.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The report of {@code top}: a {@link Reading} for programs. Each list is a table of its own name, in which a figure
 * that is unknown has no field.
 */
public final class TopReport {
    private TopReport() {}

    /**
     * Makes the report.
     *
     * @param reading of a process
     * @return facts, statements and tables, none of which has a title
     */
    public static Report of(Reading reading) {
        List<Section> sections = new ArrayList<>();
        sections.add(facts(reading));
        sections.add(new Statements(reading.statements()));
        for (Listing listing : Listing.values()) {
            if (reading.lengths().containsKey(listing)) {
                sections.add(table(listing, reading));
            }
        }
        Table past = Table.data("past", List.of(Column.data("series"), Column.data("ageMillis"), Column.data("value")));
        for (Reading.PastValue value : reading.past()) {
            past.add(value.series(), value.ageMillis(), value.value());
        }
        sections.add(past);
        return new Report(sections, reading.atMillis());
    }

    private static Facts facts(Reading reading) {
        Target target = reading.target();
        Facts facts = new Facts()
                .add("atMillis", reading.atMillis())
                .add("notTracked", reading.notTracked())
                .add("trackedPeakBytes", reading.trackedPeakBytes())
                .add("stack", reading.stack())
                .add("process.name", target.name())
                .add("process.jdk", target.jdk())
                .add("process.trackedMillis", known(target.trackedMillis()))
                .add("process.sampledBytes", target.sampledBytes())
                .add("process.heapMaxBytes", target.heapMaxBytes())
                .add("process.tookNanos", target.tookNanos());
        for (Map.Entry<HistoryFigure, Long> figure : reading.figures().entrySet()) {
            facts.add("figures.".concat(figure.getKey().key()), figure.getValue());
        }
        for (Map.Entry<Listing, Integer> length : reading.lengths().entrySet()) {
            facts.add("lengths.".concat(Json.key(length.getKey())), length.getValue());
        }
        return facts;
    }

    private static Table table(Listing listing, Reading reading) {
        Table table = Table.data(
                Json.key(listing),
                List.of(
                        Column.data("key"),
                        Column.data("group"),
                        Column.data("name"),
                        Column.data(listing.amountKey()),
                        Column.data(listing.errorKey()),
                        Column.data(listing.countKey()),
                        Column.data(listing.extraKey()),
                        Column.data(listing.growthKey()),
                        Column.data(listing.growthErrorKey()),
                        Column.data("growing")));
        for (Row row : reading.rows()) {
            if (row.listing() == listing) {
                table.add(
                        row.key(),
                        row.group(),
                        row.name(),
                        known(row.amount()),
                        known(row.error()),
                        known(row.count()),
                        known(row.extra()),
                        known(row.growthPerMinute()),
                        known(row.growthError()),
                        row.growing());
            }
        }
        return table;
    }

    private static Long known(long figure) {
        return figure == Row.UNKNOWN ? null : figure;
    }
}
