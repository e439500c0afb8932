package io.nmt.report.document;

import io.nmt.core.model.Coverage;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Unreachable;
import io.nmt.core.model.Unreachable.Freed;
import java.time.Instant;

/** The memory that a full garbage collection has freed, as a table for people. */
public final class UnreachableReport {
    private UnreachableReport() {}

    /**
     * Writes it.
     *
     * @param unreachable to be shown
     * @param coverage which part of the process is tracked
     * @param scale the unit of all byte figures
     * @param now the moment of the figures
     * @return lines, each ended by a line feed
     */
    public static String of(Unreachable unreachable, Coverage coverage, Scale scale, Instant now) {
        StringBuilder text =
                new StringBuilder("Native memory that was unreachable, freed by a full garbage collection");
        text.append(TableTitle.inBytes(scale));
        TextTable table = TextTable.ofFigures("Category", "Freed", "Blocks");
        for (Freed freed : unreachable.categories()) {
            table.add(freed.category(), scale.format(freed.bytes()), Scale.group(freed.blocks()));
        }
        table.addTotal("Total", scale.format(unreachable.bytes()), Scale.group(unreachable.blocks()));
        table.appendTo(text);
        if (unreachable.unknownBlocks() != 0) {
            text.append("Also ")
                    .append(Scale.group(unreachable.unknownBlocks()))
                    .append(" blocks of unknown size: older than the agent, or of a category that it leaves out.\n");
        }
        if (!unreachable.settled()) {
            text.append("A cleaner has not ended yet: there may be more.\n");
        }
        return text.append(CoverageLines.of(coverage, now)).toString();
    }
}
