package io.nmt.report.judge;

import io.nmt.core.model.StartedThreads;
import io.nmt.report.model.Basis;
import io.nmt.report.model.LoaderReading;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.ThreadReading;
import java.util.ArrayList;
import java.util.List;

/** The statements of the lists of threads and of class loaders. Pure functions. */
public final class MadeStatements {
    private MadeStatements() {}

    /**
     * The statements of the list of threads.
     *
     * @param reading that it shows
     * @param growth of the process
     * @return at least one
     */
    public static List<Statement> threads(ThreadReading reading, Growth growth) {
        long count = reading.groups().stream().mapToLong(StartedThreads::count).sum();
        return orNone(of(growth, SubjectType.THREAD, Next.THREAD_STARTS), growth, SubjectType.THREAD, count);
    }

    /**
     * The statements of the list of class loaders.
     *
     * @param reading that it shows
     * @param growth of the process
     * @param nowMillis the time of the reading, since 1970
     * @param count of the loaders that the list shows
     * @return at least one
     */
    public static List<Statement> loaders(LoaderReading reading, Growth growth, long nowMillis, long count) {
        List<Statement> found = new ArrayList<>(of(growth, SubjectType.LOADER, Next.CLASS_LOADERS));
        found.addAll(LoaderStatements.held(reading, found, nowMillis));
        return orNone(found, growth, SubjectType.LOADER, count);
    }

    /**
     * The statements on what a list shows: on its rows, and on a figure that leads to the list.
     *
     * @param growth of the process
     * @param type threads or loaders
     * @param list the command that shows it
     * @return none if nothing of it grows
     */
    public static List<Statement> of(Growth growth, SubjectType type, Next list) {
        List<Statement> statements = new ArrayList<>();
        for (Statement statement : growth.statements()) {
            if (statement.subject().type() == type || statement.next() == list) {
                statements.add(mayBeGarbage(statement) ? statement.withNext(Next.UNREACHABLE) : statement);
            }
        }
        return statements;
    }

    /**
     * Says that nothing grows, or that it is too early, where there is no other statement.
     *
     * @param statements of the list
     * @param growth of the process
     * @param type threads or loaders
     * @param count how many there are
     * @return the same, or one more
     */
    public static List<Statement> orNone(List<Statement> statements, Growth growth, SubjectType type, long count) {
        if (!statements.isEmpty()) {
            return statements;
        }
        Statement otherwise = growth.otherwise();
        return List.of(
                isEarly(otherwise)
                        ? otherwise
                        : new Statement(
                                Kind.NORMAL,
                                new Subject(type, "", "", 0),
                                count,
                                0,
                                0,
                                0,
                                Statement.UNKNOWN,
                                List.of(),
                                Next.NONE));
    }

    /** Tells whether a full collection would show more. */
    private static boolean mayBeGarbage(Statement statement) {
        return statement.subject().type() == SubjectType.LOADER
                && statement.next() != Next.NONE
                && (statement.evidence(Basis.COLLECTIONS_BEFORE_IT_GREW) != Statement.UNKNOWN
                        || statement.evidence(Basis.COLLECTIONS_UNKNOWN) != Statement.UNKNOWN);
    }

    private static boolean isEarly(Statement otherwise) {
        return otherwise.kind() == Kind.UNKNOWN
                && otherwise.evidence(Basis.MORE) == Statement.UNKNOWN
                && otherwise.evidence(Basis.HISTORY_OFF) == Statement.UNKNOWN;
    }
}
