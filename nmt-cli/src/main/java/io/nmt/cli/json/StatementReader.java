package io.nmt.cli.json;

import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.render.Json;
import io.nmt.report.render.StatementJson;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Reads the statements that {@link io.nmt.report.render.StatementJson} writes. A stranger may have changed them: what
 * makes no sense is left out.
 */
public final class StatementReader {
    private static final int MOST_STATEMENTS = 100;
    private static final int MOST_CHARS = 2000;
    private static final long MOST_NUMBER = 1L << 60;

    private static final Map<String, Basis> BASES =
            Arrays.stream(Basis.values()).collect(Collectors.toUnmodifiableMap(Json::key, basis -> basis));

    private StatementReader() {}

    /**
     * Reads an array, without next steps: no process is left that could be asked, or a screen has no room for them.
     *
     * @param array what is none has no statements
     * @return those that make sense, 100 at the most
     */
    public static List<Statement> read(Object array) {
        return withNext(array).stream()
                .limit(MOST_STATEMENTS)
                .map(statement -> statement.withNext(Next.NONE))
                .toList();
    }

    /** Reads all of an answer, with next steps. */
    static List<Statement> withNext(Object array) {
        List<Statement> statements = new ArrayList<>();
        for (Object element : array instanceof List<?> list ? list : List.of()) {
            Statement statement = element instanceof Map<?, ?> fields ? statement(fields) : null;
            if (statement != null) {
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
        boolean counted =
                handles || type == SubjectType.THREAD || type == SubjectType.LOADER || type == SubjectType.COUNT;
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
                next(string(fields.get("next"))));
    }

    private static Next next(String command) {
        for (Next next : Next.values()) {
            if (next.command().equals(command)) {
                return next;
            }
        }
        return Next.NONE;
    }

    private static List<Evidence> evidence(Object object, Object names) {
        List<Evidence> evidence = new ArrayList<>();
        if (object instanceof Map<?, ?> fields) {
            fields.forEach((name, value) -> {
                Basis basis = BASES.get(name);
                if (basis != null && value != null) {
                    evidence.add(new Evidence(basis, number(value), named(names, basis)));
                }
            });
        }
        return evidence;
    }

    private static String named(Object names, Basis basis) {
        return names instanceof Map<?, ?> fields ? string(fields.get(Json.key(basis))) : "";
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
