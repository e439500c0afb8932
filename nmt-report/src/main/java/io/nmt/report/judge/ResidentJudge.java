package io.nmt.report.judge;

import io.nmt.core.model.Category;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Component;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.ResidentPoint;
import io.nmt.report.reading.ResidentReading;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Judges resident memory. First comes what is near a limit; then what grows; then what is more than before, where all
 * of RSS is; then what has most. The Java heap is always told, however small. Pure functions of the readings.
 */
public final class ResidentJudge {
    static final long MIN_BYTES = 8L << 20;

    private static final int MAX_STATEMENTS = 7;
    private static final int MIN_SHARE_OF_RSS = 33; // 3 percent
    private static final int MIN_GROWN_SHARE = 10; // a tenth

    /** The process lived on after each kill that it counted: that was of another process. Those of late come first. */
    private static final Comparator<Statement> OLD_KILLS_LAST =
            Comparator.comparing(statement -> statement.evidence(Basis.KILLED_FOR_MEMORY) != Statement.UNKNOWN
                    && statement.evidence(Basis.MORE) == Statement.UNKNOWN);

    private final ResidentLines lines;
    private final long minBytes;
    private final boolean isMore;

    private ResidentJudge(ResidentLines lines) {
        this.lines = lines;
        long rss = lines.memory().rssBytes();
        this.minBytes = leastBytes(rss);
        this.isMore = lines.rssMore().bytes() >= Math.max(minBytes, rss / MIN_GROWN_SHARE);
    }

    /** The least bytes that matter where RSS is so much. */
    static long leastBytes(long rssBytes) {
        return Math.max(MIN_BYTES, rssBytes / MIN_SHARE_OF_RSS);
    }

    /**
     * Judges a reading.
     *
     * @param reading to be judged
     * @param earlier other readings, the oldest first; may be empty
     * @param growth statements of the one judge on what grows
     * @return statements on resident memory alone, the most important first; at least one, on the Java heap
     */
    public static List<Statement> of(ResidentReading reading, List<ResidentPoint> earlier, List<Statement> growth) {
        ResidentLines lines = new ResidentLines(reading, earlier, growth);
        List<Statement> told = new ResidentJudge(lines).told(all(lines));
        Statement files = FileStatements.ofGrowing(lines);
        if (files != null) {
            told.add(files);
            told.sort(OLD_KILLS_LAST);
        }
        return told;
    }

    /**
     * The same for a report that may be read when the process has ended.
     *
     * @param reading to be judged
     * @param earlier other readings, the oldest first
     * @param growth as there
     * @return the same, without commands
     */
    public static List<Statement> left(ResidentReading reading, List<ResidentPoint> earlier, List<Statement> growth) {
        return of(reading, earlier, growth).stream()
                .map(statement -> statement.without(Basis.TOLD_IN_MILLIS).withNext(Next.NONE))
                .toList();
    }

    /**
     * Judges a reading from outside, where growth, lines of code and what lives are unknown.
     *
     * @param reading of a process that nothing was loaded into
     * @param attachable whether the agent can be loaded: commands that ask it are a next step then
     * @return the largest first; empty if nothing is large
     */
    public static List<Statement> outside(ResidentReading reading, boolean attachable) {
        ResidentLines lines = new ResidentLines(reading, List.of(), List.of());
        List<Statement> all = new ArrayList<>();
        all.add(MallocStatements.unknown(lines));
        if (reading.memory().arenas() > 0) {
            all.add(MallocStatements.kept(lines));
        }
        all.add(JvmStatements.stacks(lines));
        all.add(JvmStatements.classes(lines));
        all.add(JvmStatements.classSpace(lines));
        all.add(JvmStatements.code(lines));
        all.addAll(CgroupStatements.of(lines));
        all.removeIf(Objects::isNull);
        List<Statement> told = new ResidentJudge(lines).told(all);
        return attachable
                ? told
                : told.stream().map(statement -> statement.withNext(Next.NONE)).toList();
    }

    /**
     * All statements of one answer in their order: limits, what grows, that growth is unknown, what is held, that
     * nothing grows, and last old kills of other processes. Where lines name what grows, it is not told as unknown;
     * native handles that grow with a line come before the rest. The Java heap is told once, by its line.
     *
     * @param growth statements of the one judge
     * @param residentLines statements on resident memory
     * @return all of both
     */
    public static List<Statement> merged(List<Statement> growth, List<Statement> residentLines) {
        List<Statement> resident = new ArrayList<>(residentLines);
        resident.removeIf(FileStatements::isOnGrowing);
        resident.replaceAll(line -> isHeap(line) ? besideStrings(withHeapGrowth(line, growth), growth) : line);
        List<Statement> all = new ArrayList<>(resident);
        all.removeIf(statement -> statement.kind() != Kind.LIMIT);
        List<Statement> growing = new ArrayList<>(growth);
        growing.removeIf(statement -> isOfProcess(statement)
                || statement.kind() == Kind.HELD
                || isExplained(statement, growth, resident)
                || isToldOfHeap(statement, resident));
        if (resident.stream().anyMatch(line -> line.evidence(Basis.OPEN_HANDLES) != Statement.UNKNOWN)) {
            growing.sort(Comparator.comparing(statement -> statement.subject().type() != SubjectType.HANDLE));
        }
        growing.forEach(
                statement -> all.add(FileStatements.withFiles(withoutNamed(statement, resident), residentLines)));
        List<Statement> ofProcess =
                growth.stream().filter(ResidentJudge::isOfProcess).toList();
        ofProcess.stream().filter(statement -> statement.kind() == Kind.UNKNOWN).forEach(all::add);
        growth.stream().filter(statement -> statement.kind() == Kind.HELD).forEach(all::add);
        resident.stream().filter(statement -> statement.kind() != Kind.LIMIT).forEach(all::add);
        ofProcess.stream().filter(statement -> statement.kind() != Kind.UNKNOWN).forEach(all::add);
        all.sort(OLD_KILLS_LAST);
        return all;
    }

    /** The line of the Java heap has its growth, too, and what lives there. */
    private static boolean isToldOfHeap(Statement statement, List<Statement> resident) {
        return isHeap(statement)
                && statement.subject().type() == SubjectType.FIGURE
                && resident.stream().anyMatch(ResidentJudge::isHeap);
    }

    /** The line with the growth of the committed heap, if it tells none by itself. */
    private static Statement withHeapGrowth(Statement line, List<Statement> growth) {
        Statement figure =
                growth.stream().filter(ResidentJudge::isHeap).findFirst().orElse(line);
        Kind kind = line.kind() == Kind.HELD ? Kind.GROWING : line.kind();
        return line.grows() || !figure.grows()
                ? line
                : new Statement(
                                kind,
                                line.subject(),
                                line.amount(),
                                line.error(),
                                figure.perMinute(),
                                figure.perMinuteError(),
                                figure.sinceMillis(),
                                line.evidence(),
                                line.next())
                        .without(Basis.MORE)
                        .without(Basis.MORE_IN_NANOS);
    }

    /** The line without a growth that the statement on interned strings has: it names them. */
    private static Statement besideStrings(Statement line, List<Statement> growth) {
        Statement strings = line.grows() ? ComponentGrowth.stringsOfHeap(growth, line.perMinute()) : null;
        return strings == null
                ? line
                : new Statement(
                                line.kind() == Kind.LIMIT ? Kind.LIMIT : Kind.NORMAL,
                                line.subject(),
                                line.amount(),
                                line.error(),
                                0,
                                0,
                                Statement.UNKNOWN,
                                line.evidence(),
                                line.next())
                        .withEvidence(
                                new Statement.Evidence(
                                        Basis.GROWS_BY,
                                        line.perMinute(),
                                        strings.subject().name()),
                                line.next());
    }

    /** Lines that grow name what the judge of growth, which knows no lines, could not. */
    private static boolean isExplained(Statement statement, List<Statement> growth, List<Statement> resident) {
        if (statement.subject().name().equals(ContainerGrowth.NAME)) {
            return resident.stream().anyMatch(CgroupStatements::isOnAll);
        }
        return statement.subject().name().equals(RssGrowth.REST)
                && (isNamed(statement.perMinute(), resident) || isOfHeap(statement, growth, resident));
    }

    /** Tells whether the heap's resident pages grow by the rest as well, beside what its first use explains. */
    private static boolean isOfHeap(Statement rest, List<Statement> growth, List<Statement> resident) {
        Statement rss = growth.stream()
                .filter(each -> each.subject().name().equals(HistoryFigure.RSS.title()))
                .findFirst()
                .orElse(rest);
        long firstUsed = Math.max(0, rss.evidence(Basis.HEAP_FIRST_USED_BYTES));
        double minutes = (double) rest.amount() / Math.max(1, rest.perMinute());
        long named = Math.round(-firstUsed / Math.max(1, minutes));
        for (Statement line : resident) {
            named += isHeap(line) || line.kind() != Kind.NORMAL ? line.perMinute() : 0;
        }
        return 100 * (rest.perMinute() - named) < (100 - RssGrowth.EXPLAINED_PERCENT) * rss.perMinute();
    }

    private static boolean isNamed(long perMinute, List<Statement> resident) {
        long named = resident.stream()
                .filter(line -> line.kind() != Kind.NORMAL)
                .mapToLong(Statement::perMinute)
                .sum();
        return 100 * named >= RssGrowth.EXPLAINED_PERCENT * perMinute;
    }

    /** A part of the growth that a line names is not one "that nothing else explains". */
    private static Statement withoutNamed(Statement statement, List<Statement> resident) {
        long mayHold = statement.evidence(Basis.MAY_HOLD_PER_MINUTE);
        boolean isHandles = statement.subject().type() == SubjectType.HANDLE;
        return mayHold == Statement.UNKNOWN || isHandles || !isNamed(mayHold, resident)
                ? statement
                : statement.without(Basis.MAY_HOLD_PER_MINUTE);
    }

    private static boolean isOfProcess(Statement statement) {
        return statement.subject().type() == SubjectType.PROCESS;
    }

    private static List<Statement> all(ResidentLines lines) {
        List<Statement> all = new ArrayList<>();
        all.add(MallocStatements.kept(lines));
        all.add(MallocStatements.ofLibraries(lines));
        all.add(MallocStatements.beforeTracking(lines));
        all.add(MallocStatements.arenas(lines));
        for (Category category : Category.all()) {
            all.add(TrackedStatements.held(lines, category));
        }
        all.add(FileStatements.mapped(lines, true));
        all.add(FileStatements.mapped(lines, false));
        all.add(JvmStatements.heap(lines));
        all.add(JvmStatements.stacks(lines));
        all.add(JvmStatements.classes(lines));
        all.add(JvmStatements.classSpace(lines));
        all.add(JvmStatements.code(lines));
        all.add(JvmStatements.malloc(lines));
        all.add(JvmStatements.collector(lines));
        all.add(JvmStatements.ownMappings(lines));
        all.add(JvmStatements.unaccounted(lines));
        all.add(JvmStatements.mappings(lines));
        all.addAll(CgroupStatements.of(lines));
        all.removeIf(Objects::isNull);
        return all;
    }

    private List<Statement> told(List<Statement> all) {
        List<Statement> told = new ArrayList<>(all);
        told.removeIf(statement -> !isTold(statement));
        told.sort(Comparator.comparingInt(ResidentJudge::rank)
                .thenComparing(Comparator.comparingLong(this::weight).reversed()));
        while (told.size() > MAX_STATEMENTS) {
            Statement last = told.get(told.size() - 1);
            told.remove(isHeap(last) ? told.size() - 2 : told.size() - 1);
        }
        told.sort(OLD_KILLS_LAST);
        return told;
    }

    private boolean isTold(Statement statement) {
        return switch (statement.subject().type()) {
            case COUNT -> true;
            case CGROUP -> CgroupStatements.isOnAll(statement) || statement.grows() || statement.amount() >= minBytes;
            default ->
                statement.amount() >= minBytes
                        || absent(statement) >= minBytes
                        || statement.kind() == Kind.LIMIT
                        || statement.grows()
                        || statement.evidence(Basis.DELETED_BYTES) != Statement.UNKNOWN
                        || isHeap(statement);
        };
    }

    private static boolean isHeap(Statement statement) {
        return statement.subject().name().equals(Component.JAVA_HEAP.label());
    }

    private static int rank(Statement statement) {
        return statement.kind() == Kind.LIMIT ? 0 : statement.grows() ? 1 : 2;
    }

    /** Puts first the lines that explain growth of RSS, and lines larger than RSS itself. */
    private long weight(Statement statement) {
        if (statement.grows()) {
            return statement.perMinute();
        }
        long rss = lines.memory().rssBytes();
        long more = statement.evidence(Basis.MORE);
        boolean isBytes = statement.subject().type() != SubjectType.COUNT;
        if (isMore && isBytes && more >= MIN_BYTES) {
            return rss + more;
        }
        return isBytes ? Math.max(statement.amount(), absent(statement) > rss ? absent(statement) : 0) : 0;
    }

    /** Bytes that were asked for and are not in memory. */
    private static long absent(Statement statement) {
        long asked = statement.evidence(Basis.ASKED_BYTES);
        boolean isLine = statement.subject().type() == SubjectType.COMPONENT;
        return isLine && asked != Statement.UNKNOWN ? asked - statement.amount() : 0;
    }
}
