package io.nmt.report.render;

import io.nmt.core.model.Scale;
import io.nmt.report.document.Amounts;
import io.nmt.report.document.Answer;
import io.nmt.report.document.Column;
import io.nmt.report.document.Column.Kind;
import io.nmt.report.document.Curve;
import io.nmt.report.document.Facts;
import io.nmt.report.document.Lines;
import io.nmt.report.document.Marked;
import io.nmt.report.document.Part;
import io.nmt.report.document.Period;
import io.nmt.report.document.Plot;
import io.nmt.report.document.Report;
import io.nmt.report.document.Report.Section;
import io.nmt.report.document.StatementText;
import io.nmt.report.document.Statements;
import io.nmt.report.document.Table;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** Reports as text for people. */
public final class ReportText {
    private static final int CURVE_COLUMNS = 24;
    private static final int SHORT_CURVE_COLUMNS = 12;
    private static final int LEAST_FOR_CURVES = 90;

    private final Scale scale; // null for what fits
    private final ZoneId zone; // may be null
    private final long atMillis;
    private final TextSpace space;
    private final StringBuilder text = new StringBuilder(1024);
    private final List<Statements> answers = new ArrayList<>();
    private int answerAt;
    private String answer = ""; // in short
    private Times times; // made when one is told: at exit, there is none

    private ReportText(Scale scale, ZoneId zone, TextSpace space, long atMillis) {
        this.scale = scale;
        this.zone = zone;
        this.space = space;
        this.atMillis = atMillis;
    }

    /**
     * Writes a report for readers of whom nothing is known, but that the clock of this process is theirs.
     *
     * @param report to be written
     * @param scale the unit of all byte figures; null for three digits in the unit that fits, one for each column
     * @return lines, each ended by a line feed; an empty one before each table but the first
     */
    public static String of(Report report, Scale scale) {
        return of(report, scale, null, TextSpace.UNBOUNDED);
    }

    /**
     * Writes a report.
     *
     * @param report to be written
     * @param scale the unit of all byte figures; null for three digits in the unit that fits, one for each column
     * @param zone of its times; null for that of this process
     * @param columns of the terminal, which tables fit: where they are few, curves are shorter; 0 if there is none
     * @return lines, each ended by a line feed; an empty one before each table but the first
     */
    public static String of(Report report, Scale scale, ZoneId zone, int columns) {
        return of(report, scale, zone, TextSpace.of(columns));
    }

    /**
     * Writes a report as it fits a space.
     *
     * @param report to be written
     * @param scale the unit of all byte figures; null for three digits in the unit that fits, one for each column
     * @param zone of its times; null for that of this process
     * @param space that there is for it: where it is narrow, curves are shorter
     * @return lines, each ended by a line feed; an empty one before each table but the first
     */
    public static String of(Report report, Scale scale, ZoneId zone, TextSpace space) {
        return new ReportText(scale, zone, space, report.atMillis()).write(report.sections());
    }

    /** Loads what writing needs ahead of time: at exit, the jar may be written over. */
    public static void prepare() {
        Table table = new Table("", "Title", List.of(Column.name("", "Name"))).add("name");
        of(new Report(List.of(new Facts(), table, Lines.of("bytes", 1))), Scale.KB);
    }

    /** Writes all sections; the first title names bytes, whose figures have no unit. */
    private String write(List<Section> sections) {
        append(sections, scale != Scale.B);
        if (!answer.isEmpty() && space.rows() > 0 && space.rowsOf(text.toString()) >= space.rows()) {
            repeatAnswer();
        } else if (answers.size() == 1 && space.rows() > 0 && space.rowsOf(text.substring(answerAt)) >= space.rows()) {
            repeat(answers.get(0).statements());
        }
        return text.toString();
    }

    /** Says the first statements again where the terminal has scrolled them away, up to half a screen of them. */
    private void repeat(List<Statement> answer) {
        text.append('\n');
        int room = space.rows() / 2;
        int said = 0;
        for (Statement statement : answer) {
            String line = StatementText.of(statement, times()).concat("\n");
            room -= space.rowsOf(line);
            if (room < 0 && said > 0) {
                break;
            }
            text.append(line);
            said++;
        }
        int more = answer.size() - said;
        text.append(more == 0 ? "" : more + (more == 1 ? " more statement is" : " more statements are") + " above.\n");
    }

    /** Says the short answer again, as much of it as there are rows beside an empty one and the prompt. */
    private void repeatAnswer() {
        text.append('\n');
        int room = space.rows() - 2;
        for (String line : answer.split("(?<=\n)")) {
            room -= space.rowsOf(line);
            if (room < 0) {
                return;
            }
            text.append(line);
        }
    }

    private boolean append(List<Section> sections, boolean before) {
        boolean named = before;
        for (Section section : sections) {
            if (section instanceof Lines lines) {
                lines.parts().forEach(this::append);
            } else if (section instanceof Answer said) {
                int from = text.length();
                said.lines().parts().forEach(this::append);
                answer = text.substring(from);
            } else if (section instanceof Table table && !table.title().isEmpty()) {
                boolean names = !named && hasBytes(table);
                append(table, names ? ", in bytes\n" : "\n");
                named |= names;
            } else if (section instanceof Statements judged) {
                if (!judged.statements().isEmpty()) {
                    answerAt = text.length();
                    answers.add(judged);
                }
                for (Statement statement : judged.statements()) {
                    text.append(StatementText.of(statement, times())).append('\n');
                }
            } else if (section instanceof Plot plot) {
                PlotText.area(text, plot.curve(), this::bytes, time(plot.from()), time(plot.to()), space.columns());
            } else if (section instanceof Part part) {
                named = append(part.sections(), named);
            }
        }
        return named;
    }

    private void append(Object part) {
        if (part instanceof Number bytes) {
            text.append(Amounts.format(bytes.longValue(), scale));
        } else if (part instanceof Instant time) {
            text.append(time(time));
        } else if (part instanceof Period period) {
            text.append(time(period.from())).append(" to ").append(time(period.to()));
            text.append(" (").append(times().zone()).append(')');
        } else {
            text.append(part);
        }
    }

    private String time(Instant time) {
        return times().format(time.toEpochMilli());
    }

    private Times times() {
        if (times == null) {
            times = new Times(zone == null ? ZoneId.systemDefault() : zone, atMillis);
        }
        return times;
    }

    private static boolean hasBytes(Table table) {
        for (Column column : table.columns()) {
            if ((column.kind() == Kind.BYTES || column.kind() == Kind.CHANGE)
                    && !column.title().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private void append(Table table, String afterTitle) {
        text.append(text.isEmpty() ? "" : "\n").append(table.title()).append(afterTitle);
        List<Integer> order = order(table.columns());
        int[] units = units(table);
        TextTable shown = lined(table.columns(), order);
        for (List<Object> row : table.rows()) {
            shown.add(cells(table.columns(), order, units, row));
        }
        if (table.total() != null) {
            shown.addTotal(cells(table.columns(), order, units, table.total()));
        }
        shown.appendTo(text, space);
    }

    /** Returns the unit of each column that has bytes, by its largest figure. */
    private static int[] units(Table table) {
        int[] units = new int[table.columns().size()];
        for (List<Object> row : table.rows()) {
            grow(units, row);
        }
        if (table.total() != null) {
            grow(units, table.total());
        }
        return units;
    }

    private static void grow(int[] units, List<Object> row) {
        for (int i = 0; i < Math.min(units.length, row.size()); i++) {
            Object value = row.get(i) instanceof Marked marked ? marked.figure() : row.get(i);
            if (value instanceof Number number) {
                units[i] = Math.max(units[i], Amounts.columnUnit(Math.abs(number.longValue())));
            }
        }
    }

    private String bytes(long bytes) {
        return scale == null ? Amounts.format(bytes) : scale.format(bytes);
    }

    /** Returns the columns that are shown: a label first, names last. */
    private static List<Integer> order(List<Column> columns) {
        List<Integer> labels = new ArrayList<>();
        List<Integer> names = new ArrayList<>();
        List<Integer> figures = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            Kind kind = columns.get(i).kind();
            if (!columns.get(i).title().isEmpty()) {
                (kind == Kind.LABEL ? labels : kind == Kind.NAME ? names : figures).add(i);
            }
        }
        labels.addAll(figures);
        labels.addAll(names);
        return labels;
    }

    private static TextTable lined(List<Column> columns, List<Integer> order) {
        String[] header = new String[order.size()];
        for (int i = 0; i < header.length; i++) {
            header[i] = columns.get(order.get(i)).title();
        }
        return columns.get(order.get(0)).kind() == Kind.LABEL
                ? TextTable.ofFigures(header)
                : TextTable.ofFiguresAndName(header);
    }

    private String[] cells(List<Column> columns, List<Integer> order, int[] units, List<Object> row) {
        String[] cells = new String[order.size()];
        for (int i = 0; i < cells.length; i++) {
            int column = order.get(i);
            cells[i] = cell(columns.get(column).kind(), units[column], row.get(column));
        }
        return cells;
    }

    private String cell(Kind kind, int unit, Object value) {
        if (value instanceof Marked marked) {
            return cell(kind, unit, marked.figure()) + marked.mark();
        }
        if (value instanceof Curve curve) {
            boolean isNarrow = space.columns() > 0 && space.columns() < LEAST_FOR_CURVES;
            return PlotText.line(curve, isNarrow ? SHORT_CURVE_COLUMNS : CURVE_COLUMNS);
        }
        if (value instanceof Instant time) {
            return time(time);
        }
        if (!(value instanceof Number number)) {
            return value == null ? "" : value.toString();
        }
        long figure = number.longValue();
        // No switch: its table would be another class, to be loaded at exit.
        if (kind == Kind.AGE) {
            return figure == 0 ? "" : Ages.format(figure);
        }
        if (kind == Kind.COUNT_CHANGE) {
            return Scale.B.formatChange(figure);
        }
        if (kind == Kind.CHANGE) {
            return figure == 0 ? "" : figure > 0 ? "+".concat(bytes(figure, unit)) : bytes(figure, unit);
        }
        return kind == Kind.BYTES ? bytes(figure, unit) : Scale.group(figure);
    }

    private String bytes(long figure, int unit) {
        return scale == null ? Amounts.inUnit(figure, unit) : scale.format(figure);
    }
}
