package io.nmt.report.document;

import io.nmt.core.model.Coverage;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Unreachable;
import io.nmt.core.model.Unreachable.Freed;
import io.nmt.report.document.Column.Kind;
import java.time.Instant;
import java.util.List;

/** Builds the report on memory that a full garbage collection has freed. */
public final class UnreachableReport {
    private static final List<Column> COLUMNS = List.of(
            new Column("type", "Category", Kind.LABEL),
            Column.bytes("bytes", "Freed"),
            Column.count("blocks", "Blocks"));

    private UnreachableReport() {}

    /**
     * Builds the report.
     *
     * @param unreachable to be shown
     * @param coverage which part of the process is tracked
     * @param now the moment of the figures
     * @return the report
     */
    public static Report of(Unreachable unreachable, Coverage coverage, Instant now) {
        Table categories = Table.data("categories", COLUMNS);
        Table shown = new Table("", "Native memory that was unreachable, freed by a full garbage collection", COLUMNS);
        for (Freed freed : unreachable.categories()) {
            categories.add(freed.category(), freed.bytes(), freed.blocks());
        }
        categories.rows().forEach(shown::add);
        Facts facts = new Facts()
                .add("bytes", unreachable.bytes())
                .add("blocks", unreachable.blocks())
                .add("unknownBlocks", unreachable.unknownBlocks())
                .add("settled", unreachable.settled())
                .addAll(CoverageLines.facts(coverage));
        String unknown = unreachable.unknownBlocks() == 0
                ? ""
                : "Also " + Scale.group(unreachable.unknownBlocks())
                        + " blocks of unknown size: older than the agent, or of a category that it leaves out.\n";
        String unsettled = unreachable.settled() ? "" : "A cleaner has not ended yet: there may be more.\n";
        return new Report(List.of(
                categories,
                facts,
                shown.total("Total", unreachable.bytes(), unreachable.blocks()),
                new Lines(unknown + unsettled + CoverageLines.of(coverage, now))));
    }
}
