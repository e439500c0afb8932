package io.nmt.report.document;

import io.nmt.core.model.MadeLoaders;
import io.nmt.core.model.Scale;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Times;
import java.util.List;

/** The sentences on class loaders that a line of code makes. Pure functions. */
final class LoaderText {
    private static final int MIN_UNUSED_PERCENT = 25;

    private LoaderText() {}

    static String answer(Statement statement, String by, Times times) {
        if (statement.kind() == Statement.Kind.NORMAL) {
            return Scale.group(statement.amount()) + " class loaders: no line of code keeps creating them.";
        }
        String name = statement.subject().name();
        boolean isHidden = MadeLoaders.isHidden(name);
        StringBuilder text = new StringBuilder(StatementText.atLeast(statement))
                .append(Scale.group(statement.amount()))
                .append(isHidden ? " hidden classes " : " class loaders ")
                .append(SafeText.name(isHidden ? MadeLoaders.shown(name) : name));
        long seen = statement.evidence(Basis.SEEN);
        if (seen != Statement.UNKNOWN) {
            text.append(" (").append(Scale.group(seen)).append(" of them seen when created)");
        }
        StatementText.appendRise(text, statement, times);
        long metaspace = statement.evidence(Basis.METASPACE_BYTES);
        if (metaspace != Statement.UNKNOWN) {
            long unused = statement.evidence(Basis.UNUSED_PERCENT);
            text.append(", ")
                    .append(Amounts.format(metaspace))
                    .append(" of metaspace")
                    .append(unused >= MIN_UNUSED_PERCENT ? " (" + unused + " % unused)" : "");
        }
        String place = statement.subject().category();
        return text.append(isHidden ? ", defined at " : ", created at ")
                .append(SafeText.name(place))
                .append(by)
                .append('.')
                .toString();
    }

    static void append(List<String> sentences, Statement statement, Times times) {
        for (Evidence evidence : statement.evidence()) {
            StringBuilder text = new StringBuilder();
            if (evidence.basis() == Basis.GREW_UNTIL_MILLIS) {
                EvidenceText.appendGrew(text, evidence.value(), statement, times);
            }
            append(text, evidence);
            if (!text.isEmpty()) {
                sentences.add(text.toString());
            }
        }
    }

    /** Tells of a keeper of loaders. */
    static String kept(Evidence evidence) {
        StringBuilder text = new StringBuilder();
        append(text, evidence);
        return text.toString();
    }

    private static void append(StringBuilder text, Evidence evidence) {
        switch (evidence.basis()) {
            case SURVIVED_COLLECTIONS, COLLECTIONS_BEFORE_IT_GREW, COLLECTIONS_UNKNOWN ->
                EvidenceText.appendCollections(text, evidence);
            case SINCE_COLLECTION -> EvidenceText.appendSince(text, Scale.group(evidence.value()));
            case MAY_HOLD_PER_MINUTE -> EvidenceText.appendUnexplained(text, evidence.value());
            case LINES ->
                text.append(" Lines of code: ")
                        .append(Scale.group(evidence.value()))
                        .append(", few from each.");
            case YOUNGER_THAN_NANOS ->
                text.append(" The rise is younger than ")
                        .append(Ages.format(evidence.value()))
                        .append('.');
            case TOLD_IN_MILLIS ->
                text.append(" Ask again in ")
                        .append(ProcessText.seconds(evidence.value()))
                        .append('.');
            case KEPT_AS_CONTEXT -> {
                boolean isOne = evidence.value() == 1;
                append(
                        text,
                        evidence,
                        isOne ? " is the context class loader of threads " : " are context class loaders of threads ");
            }
            case KEPT_BY_TASK -> appendKept(text, evidence, "tasks of threads ");
            case KEPT_BY_THREAD_LOCAL -> appendKept(text, evidence, "thread-locals of threads ");
            case KEPT_BY_DRIVER -> appendKept(text, evidence, "drivers of DriverManager, ");
            case KEPT_BY_SHUTDOWN_HOOK -> appendKept(text, evidence, "shutdown hooks ");
            case KEPT_BY_LOG_HANDLER -> appendKept(text, evidence, "handlers of the root logger, ");
            case KEPT_BY_PROVIDER -> appendKept(text, evidence, "security providers, ");
            case KEPT_BY_BEAN -> appendKept(text, evidence, "MBeans, ");
            case KEPT_BY_STATIC_FIELD -> appendKept(text, evidence, "the static field ");
            default -> {}
        }
    }

    private static void appendKept(StringBuilder text, Evidence evidence, String by) {
        append(text, evidence, (evidence.value() == 1 ? " is kept by " : " are kept by ").concat(by));
    }

    private static void append(StringBuilder text, Evidence evidence, String how) {
        text.append(' ')
                .append(Scale.group(evidence.value()))
                .append(how)
                .append(SafeText.name(evidence.name()))
                .append('.');
    }
}
