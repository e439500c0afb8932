package io.nmt.cli.json;

import io.nmt.report.document.StatementJson;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads the statements that {@link StatementJson} writes. A stranger may have changed them: what makes no sense is left
 * out. They have no next step: no process is left that could be asked, or a screen has no room for it.
 */
public final class StatementReader {
    private static final int MOST_STATEMENTS = 100;
    private static final int MOST_CHARS = 2000;
    private static final long MOST_NUMBER = 1L << 50;

    private StatementReader() {}

    /**
     * Reads an array.
     *
     * @param array what is none has no statements
     * @return those that make sense, 100 at the most
     */
    public static List<Statement> read(Object array) {
        List<Statement> statements = new ArrayList<>();
        for (Object element : array instanceof List<?> list ? list : List.of()) {
            Statement statement = element instanceof Map<?, ?> fields ? statement(fields) : null;
            if (statement != null && statements.size() < MOST_STATEMENTS) {
                statements.add(statement);
            }
        }
        return statements;
    }

    private static Statement statement(Map<?, ?> fields) {
        Kind kind = constant(Kind.values(), string(fields.get("kind")));
        SubjectType type = constant(SubjectType.values(), string(fields.get("subject")));
        if (kind == null || type == null) {
            return null;
        }
        boolean handles = type == SubjectType.HANDLE;
        boolean counted = handles || type == SubjectType.THREAD || type == SubjectType.COUNT;
        Object amount = fields.get(handles ? "open" : counted ? "count" : "bytes");
        Subject subject = new Subject(
                type,
                string(fields.get("name")),
                string(fields.get(StatementJson.placeField(type))),
                (int) Math.min(Integer.MAX_VALUE, number(fields.get("id"))),
                string(fields.get("by")));
        return new Statement(
                kind,
                subject,
                amount instanceof Long ? number(amount) : Statement.UNKNOWN,
                number(fields.get(counted ? "error" : "errorBytes")),
                number(fields.get(counted ? "perMinute" : "bytesPerMinute")),
                number(fields.get(counted ? "errorPerMinute" : "errorBytesPerMinute")),
                millis(fields.get("since")),
                evidence(fields.get("evidence"), fields.get("evidenceNames")),
                Next.NONE);
    }

    private static List<Evidence> evidence(Object object, Object names) {
        List<Evidence> evidence = new ArrayList<>();
        if (object instanceof Map<?, ?> fields) {
            for (Basis basis : Basis.values()) {
                Object value = fields.get(StatementJson.name(basis));
                if (value != null) {
                    evidence.add(new Evidence(basis, number(value), named(names, basis)));
                }
            }
        }
        return evidence;
    }

    private static String named(Object names, Basis basis) {
        return names instanceof Map<?, ?> fields ? string(fields.get(StatementJson.name(basis))) : "";
    }

    private static <E extends Enum<E>> E constant(E[] all, String name) {
        for (E each : all) {
            if (each.name().equals(name.toUpperCase(Locale.ROOT))) {
                return each;
            }
        }
        return null;
    }

    private static String string(Object value) {
        return value instanceof String string ? string.substring(0, Math.min(MOST_CHARS, string.length())) : "";
    }

    /** Returns 0 if it is no number that there can be. */
    private static long number(Object value) {
        return value instanceof Long number && number >= 0 && number <= MOST_NUMBER ? number : 0;
    }

    /**
     * Reads a time.
     *
     * @param time such as {@code 2025-11-26T09:16:53Z}
     * @return milliseconds since 1970; {@link Statement#UNKNOWN} if it is no time
     */
    public static long millis(Object time) {
        try {
            return Math.max(0, Instant.parse(string(time)).toEpochMilli());
        } catch (DateTimeParseException | ArithmeticException e) {
            return Statement.UNKNOWN;
        }
    }
}
