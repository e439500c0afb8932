package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.LeaksByLine;
import io.nmt.report.document.StatementText;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.Times;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The statements above the lists of threads, class loaders and handles. */
class MadeStatementsTest {
    private static final Evidence NO_COLLECTION = new Evidence(Basis.COLLECTIONS_BEFORE_IT_GREW, 0);
    private static final Statement STEADY = statement(Kind.NORMAL, SubjectType.PROCESS, Next.NONE);

    private static Statement statement(Kind kind, SubjectType type, Next next, Evidence... evidence) {
        return new Statement(kind, new Subject(type, "name", "", 0), 500, 0, 9, 0, 0, List.of(evidence), next);
    }

    private static Growth growth(Statement otherwise, Statement... statements) {
        return new Growth((LeaksByLine) null, List.of(statements), otherwise, otherwise);
    }

    private static List<Statement> loaders(Growth growth) {
        return MadeStatements.orNone(
                MadeStatements.of(growth, SubjectType.LOADER, Next.CLASS_LOADERS), growth, SubjectType.LOADER, 27);
    }

    @Test
    void aFullCollectionIsNextForWhatMayBeGarbage() {
        Statement garbage = statement(Kind.GROWING, SubjectType.LOADER, Next.CLASS_LOADERS, NO_COLLECTION);
        Statement leak = statement(
                Kind.LEAK, SubjectType.LOADER, Next.CLASS_LOADERS, new Evidence(Basis.SURVIVED_COLLECTIONS, 2));
        assertThat(loaders(growth(STEADY, garbage, leak))).containsExactly(garbage.withNext(Next.UNREACHABLE), leak);
        Statement asked = garbage.withNext(Next.NONE); // of a process that has ended
        assertThat(loaders(growth(STEADY, asked))).containsExactly(asked);
    }

    @Test
    void whatLeadsToTheListIsInIt() {
        Statement metaspace = statement(Kind.GROWING, SubjectType.COMPONENT, Next.CLASS_LOADERS);
        Statement threads = statement(Kind.GROWING, SubjectType.COUNT, Next.THREAD_STARTS);
        assertThat(loaders(growth(STEADY, metaspace, threads))).containsExactly(metaspace);
        assertThat(MadeStatements.of(growth(STEADY, metaspace, threads), SubjectType.THREAD, Next.THREAD_STARTS))
                .containsExactly(threads);
    }

    @Test
    void aHealthyProcessIsToldSo() {
        assertThat(text(loaders(growth(STEADY))))
                .isEqualTo("NORMAL 27 class loaders: no line of code keeps creating them.");
        Growth growth =
                growth(statement(Kind.UNKNOWN, SubjectType.PROCESS, Next.NONE, new Evidence(Basis.HISTORY_OFF, 0)));
        assertThat(text(MadeStatements.orNone(List.of(), growth, SubjectType.THREAD, 4)))
                .isEqualTo("NORMAL 4 threads: no line of code keeps starting threads.");
    }

    private static final HandleUsage CURSORS = new HandleUsage("a.Cursor", 1_500, 300, 20, 0, 9, List.of());

    @Test
    void theListOfHandlesBeginsWithTheirStatements() {
        Statement leak = statement(Kind.LEAK, SubjectType.HANDLE, Next.HANDLES);
        Statement threads = statement(Kind.GROWING, SubjectType.COUNT, Next.THREAD_STARTS);
        assertThat(HandleStatements.listed(growth(STEADY, leak, threads), List.of(CURSORS)))
                .containsExactly(leak.withNext(Next.NONE));
        assertThat(text(HandleStatements.listed(growth(STEADY, threads), List.of(CURSORS))))
                .isEqualTo("NORMAL 1,200 native handles not closed: no line of code keeps opening them.");
        assertThat(HandleStatements.listed(growth(STEADY), List.of())).isEmpty();
    }

    @Test
    void soIsOneThatHasJustStarted() {
        Statement early =
                statement(Kind.UNKNOWN, SubjectType.PROCESS, Next.NONE, new Evidence(Basis.TOLD_IN_MILLIS, 20_000));
        assertThat(loaders(growth(early))).containsExactly(early);
    }

    private static String text(List<Statement> statements) {
        assertThat(statements).hasSize(1);
        return StatementText.of(statements.get(0), new Times(ZoneOffset.UTC, 0));
    }
}
