package io.nmt.report.document;

import io.nmt.core.model.Coverage;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Unreachable;
import io.nmt.core.model.Unreachable.Freed;
import io.nmt.report.document.Column.Kind;
import io.nmt.report.document.Report.Section;
import io.nmt.report.model.Unloaded;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Builds the report on memory that a full garbage collection has freed. */
public final class UnreachableReport {
    private static final List<Column> COLUMNS = List.of(
            new Column("type", "Category", Kind.LABEL),
            Column.bytes("bytes", "Freed"),
            Column.count("blocks", "Blocks"));

    private static final String NEXT = "Growth that survived may be a leak. Next: 'nmt explain PID'\n";

    private UnreachableReport() {}

    /**
     * Builds the report on native memory alone.
     *
     * @param unreachable to be shown
     * @param coverage which part of the process is tracked
     * @param now the moment of the figures
     * @return the report
     */
    public static Report of(Unreachable unreachable, Coverage coverage, Instant now) {
        return of(unreachable, Unloaded.UNKNOWN, coverage, now);
    }

    /**
     * Builds the report.
     *
     * @param unreachable to be shown
     * @param unloaded what it freed beside native memory
     * @param coverage which part of the process is tracked
     * @param now the moment of the figures
     * @return the report
     */
    public static Report of(Unreachable unreachable, Unloaded unloaded, Coverage coverage, Instant now) {
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
                .add("unloadedClasses", known(unloaded.classes()))
                .add("unloadedLoaders", known(unloaded.loaders()))
                .add("freedMetaspaceBytes", known(unloaded.metaspaceBytes()))
                .add("freedHeapBytes", known(unloaded.heapBytes()))
                .addAll(CoverageLines.facts(coverage));
        String unsettled = unreachable.settled() ? "" : "A cleaner has not ended yet: there may be more.\n";
        List<Section> sections = new ArrayList<>(List.of(categories, facts, answer(unreachable), rest(unloaded)));
        sections.add(new Lines(unsettled + NEXT + CoverageLines.of(coverage, now)));
        if (!unreachable.categories().isEmpty()) {
            sections.add(shown.total("Total", unreachable.bytes(), unreachable.blocks()));
        }
        return new Report(sections);
    }

    private static Lines answer(Unreachable unreachable) {
        long unknown = unreachable.unknownBlocks();
        String older = Scale.group(unknown) + " blocks, older than the agent or not tracked.\n";
        if (unreachable.blocks() > 0) {
            return Lines.of(
                    "A full collection freed ",
                    unreachable.bytes(),
                    " of native memory, in " + Scale.group(unreachable.blocks()) + " blocks.\n",
                    unknown == 0 ? "" : "It also freed memory of unknown size: " + older);
        }
        return new Lines(
                unknown == 0
                        ? "NORMAL: no native memory was unreachable.\n"
                        : "A full collection freed native memory of unknown size: " + older);
    }

    private static Lines rest(Unloaded unloaded) {
        List<Object> parts = new ArrayList<>();
        if (unloaded.classes() == 0) {
            parts.add("The collection unloaded no class.");
        } else if (unloaded.classes() > 0) {
            parts.add("The collection unloaded " + Scale.group(unloaded.classes())
                    + (unloaded.classes() == 1 ? " class" : " classes"));
            if (unloaded.loaders() > 0) {
                parts.add(", with at least " + Scale.group(unloaded.loaders())
                        + (unloaded.loaders() == 1 ? " class loader" : " class loaders"));
            }
            if (unloaded.metaspaceBytes() > 0) {
                parts.addAll(List.of(unloaded.loaders() > 0 ? " and " : ", with at least ", unloaded.metaspaceBytes()));
                parts.add(" of metaspace");
            }
            parts.add(".");
        }
        if (unloaded.heapBytes() > 0) {
            parts.addAll(List.of(parts.isEmpty() ? "The collection" : " It", " freed at least ", unloaded.heapBytes()));
            parts.add(" of the Java heap.");
        }
        return parts.isEmpty() ? new Lines("") : new Lines(Table.joined(parts, List.of("\n")));
    }

    private static Long known(long figure) {
        return figure < 0 ? null : (Long) figure;
    }
}
