package io.nmt.report.document;

import io.nmt.core.model.HandleSite;
import java.util.List;

/** The column with the standard error of a count by line of code: shown where a row has one. */
final class ErrorColumn {
    static final Column COLUMN = Column.count("", Column.ERROR);

    private ErrorColumn() {}

    /** One standard error: its share of that of all objects of the line. Null if the number is exact. */
    static Long of(HandleSite line, long count) {
        return line == null || line.standardError() == 0
                ? null
                : Math.round(line.standardError() * Math.sqrt((double) count / Math.max(1, line.open())));
    }

    /** The columns, or cells of a row, without this one. */
    static <T> List<T> without(List<Column> columns, List<T> cells) {
        int index = columns.indexOf(COLUMN);
        return Table.joined(cells.subList(0, index), cells.subList(index + 1, cells.size()));
    }
}
