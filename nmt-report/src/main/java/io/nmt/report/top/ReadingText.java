package io.nmt.report.top;

import io.nmt.report.document.Json;
import io.nmt.report.document.SafeText;
import io.nmt.report.document.StatementJson;
import io.nmt.report.model.Statement;
import io.nmt.report.past.HistoryFigure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A reading on its way from the process to the command line: a line for each thing, of fields with tabs between them.
 * What a later version adds is passed over.
 */
public final class ReadingText {
    private static final char TAB = '\t';
    private static final String END = "end";

    private final StringBuilder text = new StringBuilder(4096);

    /** Nothing is written yet. */
    public ReadingText() {}

    private ReadingText line(Object... fields) {
        for (int i = 0; i < fields.length; i++) {
            text.append(i == 0 ? "" : TAB).append(SafeText.name(String.valueOf(fields[i])));
        }
        text.append('\n');
        return this;
    }

    /**
     * Writes a figure.
     *
     * @param figure which
     * @param value of it
     * @return this
     */
    public ReadingText figure(HistoryFigure figure, long value) {
        return line("figure", figure.name(), value);
    }

    /**
     * Writes the most that was ever tracked.
     *
     * @param bytes of it
     * @return this
     */
    public ReadingText trackedPeak(long bytes) {
        return line("peak", bytes);
    }

    /**
     * Writes the judge's statements, as JSON.
     *
     * @param statements the worst first
     * @param time of them
     * @return this
     */
    public ReadingText statements(List<Statement> statements, Instant time) {
        Json json = new Json().object().field("time", time);
        StatementJson.append(json, statements);
        text.append("statements").append(TAB).append(json.endObject()).append('\n');
        return this;
    }

    /**
     * Writes what is not tracked, or not wholly.
     *
     * @param categories their names; nothing is written where it is empty
     * @return this
     */
    public ReadingText notTracked(String categories) {
        return categories.isEmpty() ? this : line("lacks", categories);
    }

    /**
     * Writes a row.
     *
     * @param row of a list
     * @return this
     */
    public ReadingText row(Row row) {
        return line(
                "row",
                row.listing(),
                row.key(),
                row.group(),
                row.name(),
                row.amount(),
                row.error(),
                row.count(),
                row.extra(),
                row.growthPerMinute(),
                row.growthError(),
                row.growing());
    }

    /**
     * Writes how long a list is.
     *
     * @param listing which
     * @param rows that it has, written or not
     * @return this
     */
    public ReadingText length(Listing listing, int rows) {
        return line("length", listing, rows);
    }

    /**
     * Writes a line of a stack.
     *
     * @param words of it
     * @return this
     */
    public ReadingText stack(String words) {
        return line("stack", words);
    }

    /**
     * Writes what was in use before.
     *
     * @param series what it is of
     * @param ageMillis how long ago
     * @param value then
     * @return this
     */
    public ReadingText past(String series, long ageMillis, long value) {
        return line("past", series, ageMillis, value);
    }

    /**
     * Writes what there is to say of the process, which ends it.
     *
     * @param target the process
     * @return the text, each line ended by a line feed
     */
    public String end(Target target) {
        line(
                END,
                target.name(),
                target.jdk(),
                target.trackedMillis(),
                target.sampledBytes(),
                target.heapMaxBytes(),
                target.tookNanos());
        return text.toString();
    }

    /**
     * Reads it.
     *
     * @param text as it was written
     * @return what it says
     * @throws IllegalArgumentException if it is something else
     */
    public static Reading read(String text) {
        Map<HistoryFigure, Long> figures = new EnumMap<>(HistoryFigure.class);
        Map<Listing, Integer> lengths = new EnumMap<>(Listing.class);
        List<Row> rows = new ArrayList<>();
        List<String> stack = new ArrayList<>();
        List<Reading.PastValue> past = new ArrayList<>();
        Target target = null;
        long peak = 0;
        String statements = "";
        String notTracked = "";
        try {
            for (String line : text.lines().toList()) {
                Fields fields = new Fields(line);
                switch (fields.next()) {
                    case "figure" -> figures.put(HistoryFigure.valueOf(fields.next()), fields.number());
                    case "peak" -> peak = fields.number();
                    case "statements" -> statements = fields.json();
                    case "lacks" -> notTracked = fields.next();
                    case "row" -> rows.add(row(fields));
                    case "length" -> lengths.put(Listing.valueOf(fields.next()), (int) fields.number());
                    case "stack" -> stack.add(fields.next());
                    case "past" -> past.add(new Reading.PastValue(fields.next(), fields.number(), fields.number()));
                    case END -> target = target(fields);
                    default -> {} // of a later agent
                }
            }
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("a line is too short", e);
        }
        if (target == null) {
            throw new IllegalArgumentException("its end is missing");
        }
        return new Reading(target, figures, peak, statements, notTracked, rows, lengths, stack, past);
    }

    private static Row row(Fields fields) {
        return new Row(
                Listing.valueOf(fields.next()),
                fields.next(),
                fields.next(),
                fields.next(),
                fields.number(),
                fields.number(),
                fields.number(),
                fields.number(),
                fields.number(),
                fields.number(),
                Boolean.parseBoolean(fields.next()));
    }

    private static Target target(Fields fields) {
        return new Target(
                fields.next(),
                (int) fields.number(),
                fields.number(),
                fields.number(),
                fields.number(),
                fields.number());
    }

    /** The fields of a line, one after the other. */
    private static final class Fields {
        private final String[] fields;
        private int next;

        Fields(String line) {
            fields = line.split(String.valueOf(TAB), -1);
        }

        /** Made safe here, too: the process may be a stranger's, if root asks. */
        String next() {
            return SafeText.name(fields[next++]);
        }

        /** Takes names of any length: they are made safe when they are shown. */
        String json() {
            return SafeText.line(fields[next++]);
        }

        long number() {
            return Long.parseLong(next());
        }
    }
}
