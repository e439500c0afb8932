package io.nmt.jfr.recordings;

import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.ToldGrowth;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The statements of the last emission. What a later version has named is left out. */
final class LastGrowth {
    private static final String BETWEEN_FIGURES = "; ";

    private final LastEmission<Statement> statements = new LastEmission<>();

    void add(EventData event) {
        Statement statement = statement(event);
        if (statement != null) {
            statements.add(event, event.getInt("rank"), statement);
        }
    }

    private static Statement statement(EventData event) {
        Kind kind = constant(Kind.values(), event.getString("kind"));
        SubjectType type = constant(SubjectType.values(), event.getString("subject"));
        String name = event.getString("name");
        if (kind == null || type == null || name == null) {
            return null; // JDK 17 may leave a string out of a chunk.
        }
        long age = event.getDuration("age").toMillis();
        return new Statement(
                kind,
                new Subject(type, name, text(event, "place"), 0, text(event, "libraryFrame")),
                event.getLong("amount"),
                event.getLong("standardError"),
                event.getLong("growth"),
                event.getLong("growthError"),
                age < 0 ? Statement.UNKNOWN : event.getStartTime().toEpochMilli() - age,
                evidence(text(event, "evidence")),
                Next.NONE);
    }

    private static String text(EventData event, String field) {
        String text = event.getString(field);
        return text == null ? "" : text;
    }

    private static List<Evidence> evidence(String text) {
        List<Evidence> all = new ArrayList<>();
        for (String figure : text.split(BETWEEN_FIGURES)) {
            int equals = figure.indexOf('=');
            Basis basis = equals < 0 ? null : constant(Basis.values(), figure.substring(0, equals));
            String[] value = figure.substring(equals + 1).split(" ", 2);
            if (basis != null && value[0].matches("-?[0-9]{1,18}")) {
                all.add(new Evidence(basis, Long.parseLong(value[0]), value.length == 1 ? "" : value[1]));
            }
        }
        return all;
    }

    private static <E extends Enum<E>> E constant(E[] values, String name) {
        return Arrays.stream(values)
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** As they were told last; of no time if the recording has none. */
    ToldGrowth get() {
        Instant time = statements.time();
        return time.equals(Instant.MIN) ? ToldGrowth.NONE : new ToldGrowth(statements.last(time), time.toEpochMilli());
    }
}
