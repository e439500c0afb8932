package io.nmt.report.judge;

import io.nmt.report.model.Basis;
import io.nmt.report.model.CodeOwner;
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
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.NewGround;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Statements on compiled code, interned strings, symbols, compilers and the collector. Pure functions of a reading and
 * a past.
 */
public final class JvmMemoryStatements {
    /** A code cache without a free 10 % compiles no more, and drops code. */
    private static final double NEAR_LIMIT_SHARE = 0.9;

    private static final long HELD_BYTES = 32L << 20;
    private static final long MIN_STEADY_MILLIS = 60_000;
    private static final int MIN_MAY_GROW_SHARE = 10; // a tenth
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final List<Statement> growth;
    private final HistoryReading history;
    private final List<Statement> statements = new ArrayList<>();
    private long most; // bytes of a part
    private String mostOf = "";

    private JvmMemoryStatements(List<Statement> growth, HistoryReading history) {
        this.growth = growth;
        this.history = history;
    }

    /**
     * Judges a reading.
     *
     * @param reading of now
     * @param growth statements of the one judge on what grows
     * @param history of the same process
     * @return the most urgent first; one where nothing is large or grows; none where nothing is known
     */
    public static List<Statement> of(JvmReading reading, List<Statement> growth, HistoryReading history) {
        JvmMemoryStatements judge = new JvmMemoryStatements(growth, history);
        judge.addAll(reading);
        if (judge.statements.isEmpty() && judge.most > 0) {
            growth.stream().filter(JvmMemoryStatements::isUnexplained).forEach(judge.statements::add);
            if (judge.statements.isEmpty()) {
                judge.addQuiet();
            }
        }
        judge.statements.sort(Comparator.comparing(Statement::kind));
        return judge.statements;
    }

    private void addAll(JvmReading reading) {
        for (CodeSegment segment : reading.segments()) {
            if (segment.limitBytes() > 0 && segment.usedBytes() >= NEAR_LIMIT_SHARE * segment.limitBytes()) {
                addLimit(segment);
            }
        }
        CompiledPackage most =
                reading.packages().isEmpty() ? null : reading.packages().get(0);
        long all = reading.codeBytes();
        CodeOwner owner = most == null ? null : new CodeOwner(most.name(), ResidentLines.percent(most.bytes(), all));
        add(HistoryFigure.CODE, all, ComponentGrowth.ofCode(owner));
        addStrings(reading.strings());
        if (reading.symbols() != null) {
            List<Evidence> evidence = owners("names in class files", reading.symbols());
            add(HistoryFigure.SYMBOLS, reading.symbols().bytes(), evidence);
        }
        add(HistoryFigure.COMPILERS, reading.compilerBytes(), List.of());
        add(HistoryFigure.COLLECTOR, reading.collectorBytes(), List.of());
    }

    private void addStrings(Entries strings) {
        if (strings != null) {
            long besideHeap = strings.bytesBesideHeap();
            List<Evidence> evidence = owners("strings", strings);
            if (strings.contentBytes() > 0) {
                evidence.add(new Evidence(Basis.IN_HEAP_BYTES, strings.contentBytes()));
            }
            add(HistoryFigure.STRINGS, besideHeap, evidence);
        }
    }

    private static List<Evidence> owners(String unit, Entries entries) {
        return entries.count() < 0
                ? new ArrayList<>()
                : new ArrayList<>(List.of(new Evidence(Basis.OWNERS, entries.count(), unit)));
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
                                Basis.LIMIT_PERCENT, ResidentLines.percent(segment.usedBytes(), segment.limitBytes()))),
                Next.NONE));
    }

    /** Tells whether it is growth of RSS that may be the JVM's, in a part that is not listed. */
    private static boolean isUnexplained(Statement statement) {
        return statement.subject().type() == SubjectType.FIGURE
                && statement.subject().name().equals(RssGrowth.REST);
    }

    /** Says that nothing is large or grows, as far as the past can tell. */
    private void addQuiet() {
        boolean isEarly = !history.isOff() && history.isTooEarly();
        Basis early = history.canBeAsked() ? Basis.TOLD_IN_MILLIS : Basis.MISSING_MILLIS;
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(
                isEarly
                        ? new Evidence(early, history.toldInMillis())
                        : new Evidence(Basis.LARGEST_BYTES, most, mostOf));
        if (history.isOff()) {
            evidence.add(new Evidence(Basis.HISTORY_OFF, 0));
        }
        statements.add(new Statement(
                isEarly ? Kind.UNKNOWN : Kind.NORMAL,
                new Subject(SubjectType.PROCESS, isEarly ? "growth" : "parts of the JVM", "", 0),
                Statement.UNKNOWN,
                0,
                0,
                0,
                Statement.UNKNOWN,
                evidence,
                Next.NONE));
    }

    /** Adds the one judge's statement where the figure grows, as all other surfaces have it, with what it is now. */
    private void add(HistoryFigure figure, long amount, List<Evidence> evidence) {
        if (amount > most) {
            most = amount;
            mostOf = figure.title();
        }
        Subject subject = new Subject(SubjectType.COMPONENT, figure.title(), "", 0);
        for (Statement statement : growth) {
            if (statement.subject().equals(subject)) {
                statements.add(
                        amount == Statement.UNKNOWN ? statement.withNext(Next.NONE) : now(statement, amount, evidence));
                return;
            }
        }
        if (amount >= HELD_BYTES) {
            NewGround ground = history.figures().justRisen(figure);
            double share = figure == HistoryFigure.STRINGS ? ComponentGrowth.shareBesideHeap(history) : 1;
            long more = ground == null ? 0 : Math.round(share * ground.rise().bytes());
            boolean mayGrow = ground != null && ground.leftMillis() > 0 && more >= amount / MIN_MAY_GROW_SHARE;
            boolean isEarly = !mayGrow && !history.isOff() && history.spanMillis() < MIN_STEADY_MILLIS;
            statements.add(new Statement(
                    mayGrow || isEarly ? Kind.UNKNOWN : Kind.HELD,
                    subject,
                    amount,
                    0,
                    0,
                    0,
                    Statement.UNKNOWN,
                    mayGrow ? more(evidence, ground, more) : isEarly ? early(evidence) : evidence,
                    Next.NONE));
        }
    }

    /** The judge's figure is as old as the past's last reading: the table has a newer one. */
    private static Statement now(Statement statement, long amount, List<Evidence> evidence) {
        List<Evidence> all = new ArrayList<>(evidence);
        for (Evidence each : statement.evidence()) {
            if (evidence.stream().noneMatch(newer -> newer.basis() == each.basis())) {
                all.add(each);
            }
        }
        return new Statement(
                statement.kind(),
                statement.subject(),
                amount,
                statement.error(),
                statement.perMinute(),
                statement.perMinuteError(),
                statement.sinceMillis(),
                all,
                Next.NONE);
    }

    private List<Evidence> early(List<Evidence> evidence) {
        List<Evidence> early = new ArrayList<>(evidence);
        if (history.canBeAsked()) {
            early.add(new Evidence(Basis.TOLD_IN_MILLIS, history.toldInMillis()));
        }
        return early;
    }

    /** Tells what has come since: held memory is steady. */
    private List<Evidence> more(List<Evidence> evidence, NewGround ground, long bytes) {
        List<Evidence> more = new ArrayList<>(evidence);
        more.add(new Evidence(Basis.MORE, bytes));
        more.add(new Evidence(Basis.MORE_IN_NANOS, ground.rise().forMillis() * NANOS_PER_MILLI));
        if (history.canBeAsked()) {
            more.add(new Evidence(Basis.TOLD_IN_MILLIS, ground.leftMillis()));
        }
        return more;
    }
}
