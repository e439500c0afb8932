package io.nmt.report.judge;

import io.nmt.report.model.Basis;
import io.nmt.report.model.JvmPast;
import io.nmt.report.model.JvmPast.Point;
import io.nmt.report.model.JvmReading;
import io.nmt.report.model.JvmReading.CodeSegment;
import io.nmt.report.model.JvmReading.CompiledPackage;
import io.nmt.report.model.JvmReading.Entries;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/** Statements on compiled code, interned strings and symbols. Pure functions of readings. */
public final class JvmMemoryStatements {
    /** A code cache without a free 10 % compiles no more, and drops code. */
    private static final double NEAR_LIMIT_SHARE = 0.9;

    private static final long HELD_BYTES = 32L << 20;
    private static final int MIN_GROWN_DIVISOR = 10; // a tenth
    private static final int MIN_PACKAGE_PERCENT = 20;
    private static final double NANOS_PER_MINUTE = 60e9;
    private static final long MIN_NANOS = 60_000_000_000L;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final JvmPast past;
    private final long nowMillis;
    private final List<Statement> statements = new ArrayList<>();

    private JvmMemoryStatements(JvmPast past, long nowMillis) {
        this.past = past;
        this.nowMillis = nowMillis;
    }

    /**
     * Judges readings.
     *
     * @param past the readings
     * @param nowMillis the time of the last, since 1970
     * @return the most urgent first; none where nothing is large
     */
    public static List<Statement> of(JvmPast past, long nowMillis) {
        JvmMemoryStatements judge = new JvmMemoryStatements(past, nowMillis);
        judge.addAll(past.reading());
        judge.statements.sort(Comparator.comparing(Statement::kind));
        return judge.statements;
    }

    private void addAll(JvmReading reading) {
        for (CodeSegment segment : reading.segments()) {
            if (segment.usedBytes() >= NEAR_LIMIT_SHARE * segment.limitBytes()) {
                addLimit(segment);
            }
        }
        List<Evidence> ofCode = new ArrayList<>();
        CompiledPackage most =
                reading.packages().isEmpty() ? null : reading.packages().get(0);
        if (most != null) {
            long percent = ResidentLines.percent(most.bytes(), reading.codeBytes());
            if (percent >= MIN_PACKAGE_PERCENT) {
                ofCode.add(new Evidence(Basis.MOST_FROM_PERCENT, percent, most.name()));
            }
        }
        add("Compiled code", reading.codeBytes(), Point::codeBytes, ofCode);
        addEntries("Interned strings", "strings", reading.strings(), Point::stringBytes);
        addEntries("Symbols", "names in class files", reading.symbols(), Point::symbolBytes);
    }

    private void addEntries(String name, String unit, Entries entries, ToLongFunction<Point> bytes) {
        if (entries != null) {
            add(name, entries.bytes(), bytes, List.of(new Evidence(Basis.OWNERS, entries.count(), unit)));
        }
    }

    /** The non-nmethods are the JVM's own: nearly full from the start, and filled no further. */
    private void addLimit(CodeSegment segment) {
        if (segment.name().equals("non-nmethods")) {
            return;
        }
        statements.add(new Statement(
                Kind.LIMIT,
                new Subject(SubjectType.COMPONENT, "Code cache, " + segment.name(), "", 0),
                segment.usedBytes(),
                0,
                0,
                0,
                Statement.UNKNOWN,
                List.of(
                        new Evidence(Basis.LIMIT, segment.limitBytes(), "of this segment"),
                        new Evidence(
                                Basis.LIMIT_PERCENT, ResidentLines.percent(segment.usedBytes(), segment.limitBytes())),
                        new Evidence(Basis.REMEDY, 0, "-XX:ReservedCodeCacheSize")),
                Next.NONE));
    }

    private void add(String name, long amount, ToLongFunction<Point> bytes, List<Evidence> known) {
        long grown = past.grown(bytes);
        boolean isMore = grown >= Math.max(ResidentJudge.MIN_BYTES, amount / MIN_GROWN_DIVISOR);
        boolean isGrowing = isMore && past.nanos() >= MIN_NANOS && past.isRising(bytes);
        if (!isMore && amount < HELD_BYTES) {
            return;
        }
        List<Evidence> evidence = new ArrayList<>(known);
        if (isMore && !isGrowing) {
            evidence.add(new Evidence(Basis.MORE, grown));
            evidence.add(new Evidence(Basis.MORE_IN_NANOS, past.nanos()));
        }
        statements.add(new Statement(
                isGrowing ? Kind.GROWING : Kind.HELD,
                new Subject(SubjectType.COMPONENT, name, "", 0),
                amount,
                0,
                isGrowing ? Math.round(grown * NANOS_PER_MINUTE / past.nanos()) : 0,
                0,
                isGrowing ? nowMillis - past.nanos() / NANOS_PER_MILLI : Statement.UNKNOWN,
                evidence,
                Next.NONE));
    }
}
