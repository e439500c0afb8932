package io.nmt.report.render;

import io.nmt.report.document.StatementText;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.Times;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

/** Judgements as JSON: the array {@code statements}, the same of all commands. */
public final class StatementJson {
    private StatementJson() {}

    /**
     * Writes the array.
     *
     * @param json in an object
     * @param statements to be written; figures that are not known are left out
     */
    public static void append(Json json, List<Statement> statements) {
        json.array("statements");
        for (Statement statement : statements) {
            append(json, statement);
        }
        json.endArray();
    }

    private static void append(Json json, Statement statement) {
        Statement.Subject subject = statement.subject();
        boolean handles = subject.type() == SubjectType.HANDLE;
        boolean counted = StatementText.isCount(statement);
        json.object()
                .field("kind", statement.kind().name())
                .field("subject", Json.key(subject.type()))
                .field("name", subject.name());
        if (!subject.category().isEmpty()) {
            json.field(placeField(subject.type()), subject.category());
        }
        if (!subject.by().isEmpty()) {
            json.field("by", subject.by());
        }
        if (subject.id() > 0) {
            json.field("id", subject.id());
        }
        if (statement.amount() != Statement.UNKNOWN) {
            json.field(handles ? "open" : counted ? "count" : "bytes", statement.amount())
                    .field(counted ? "error" : "errorBytes", statement.error());
        }
        if (statement.grows()) {
            json.field(counted ? "perMinute" : "bytesPerMinute", statement.perMinute())
                    .field(counted ? "errorPerMinute" : "errorBytesPerMinute", statement.perMinuteError());
        }
        if (statement.sinceMillis() != Statement.UNKNOWN) {
            json.field("since", Instant.ofEpochMilli(statement.sinceMillis()));
        }
        json.object("evidence");
        for (Statement.Evidence evidence : statement.evidence()) {
            json.field(Json.key(evidence.basis()), evidence.value());
        }
        json.endObject();
        boolean named = statement.evidence().stream()
                .anyMatch(evidence -> !evidence.name().isEmpty());
        if (named) {
            json.object("evidenceNames");
            for (Statement.Evidence evidence : statement.evidence()) {
                if (!evidence.name().isEmpty()) {
                    json.field(Json.key(evidence.basis()), evidence.name());
                }
            }
            json.endObject();
        }
        if (statement.next() != Statement.Next.NONE) {
            json.field("next", statement.next().command());
        }
        json.field("text", StatementText.of(statement, new Times(ZoneOffset.UTC, statement.sinceMillis())))
                .endObject();
    }

    /**
     * The field of a subject's category, or of its call site.
     *
     * @param type of the subject
     * @return such as {@code category}
     */
    public static String placeField(SubjectType type) {
        return switch (type) {
            case HANDLE -> "madeAt";
            case THREAD -> "startedAt";
            case LOADER -> "createdAt";
            default -> "category";
        };
    }
}
