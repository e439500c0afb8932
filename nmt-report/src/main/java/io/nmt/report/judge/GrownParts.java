package io.nmt.report.judge;

import io.nmt.report.model.Basis;
import io.nmt.report.model.Component;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.reading.division.JvmEstimate;
import java.util.List;

/**
 * The bytes of the JVM's own memory that grew by the program, at the most: by the statements of the one judge on a
 * process. Immutable.
 *
 * @param classes class metadata
 * @param code compiled code
 * @param malloc the JVM's malloc
 * @param collector what the collector keeps
 * @param heap the Java heap
 */
record GrownParts(long classes, long code, long malloc, long collector, long heap) {
    private static final double MILLIS_PER_MINUTE = 60_000;

    /**
     * Sums up statements.
     *
     * @param statements on a process
     * @param endMillis their time, since 1970
     */
    static GrownParts of(List<Statement> statements, long endMillis) {
        long loaders = 0;
        long malloc = 0;
        for (Statement statement : statements) {
            if (LoaderStatements.isOnLoaders(statement)) {
                loaders += Math.max(0, statement.evidence(Basis.METASPACE_BYTES));
                malloc += LoaderStatements.mallocBytes(statement, statement.amount());
            } else if (statement.subject().type() == SubjectType.THREAD) {
                malloc += JvmEstimate.bytesOfThreads(statement.amount());
            } else {
                malloc += grown(statement, ComponentGrowth.mallocPerMinute(statement), endMillis);
            }
        }
        long compilers = named(statements, HistoryFigure.COMPILERS.title(), endMillis);
        return new GrownParts(
                loaders + named(statements, HistoryFigure.METASPACE.title(), endMillis), // without that of loaders
                named(statements, HistoryFigure.CODE.title(), endMillis),
                Math.max(malloc + compilers, named(statements, Component.JVM_MALLOC.label(), endMillis)),
                named(statements, HistoryFigure.COLLECTOR.title(), endMillis),
                named(statements, Component.JAVA_HEAP.label(), endMillis));
    }

    private static long named(List<Statement> statements, String name, long endMillis) {
        return statements.stream()
                .filter(statement -> statement.subject().name().equals(name))
                .mapToLong(statement -> grown(statement, statement.perMinute(), endMillis))
                .max()
                .orElse(0);
    }

    private static long grown(Statement statement, long perMinute, long endMillis) {
        if (!statement.grows() || statement.sinceMillis() == Statement.UNKNOWN) {
            return 0;
        }
        double minutes = Math.max(0, endMillis - statement.sinceMillis()) / MILLIS_PER_MINUTE;
        return Math.min(Math.max(0, statement.amount()), Math.round(perMinute * minutes));
    }

    /** The bytes beyond those of another process. */
    GrownParts beyond(GrownParts other) {
        return new GrownParts(
                Math.max(0, classes - other.classes),
                Math.max(0, code - other.code),
                Math.max(0, malloc - other.malloc),
                Math.max(0, collector - other.collector),
                Math.max(0, heap - other.heap));
    }
}
