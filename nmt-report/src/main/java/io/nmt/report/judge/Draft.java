package io.nmt.report.judge;

import io.nmt.core.model.LateStart;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Component;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.reading.division.HugePages;
import java.util.ArrayList;
import java.util.List;

/** A statement on resident memory, while it is made. Not thread-safe. */
final class Draft {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long MIN_MORE_BYTES = 1L << 20;
    private static final int MIN_MORE_SHARE = 100; // a hundredth
    private static final int MIN_HUGE_SHARE = 4; // a quarter
    private static final int MIN_MAY_GROW_SHARE = 10; // a tenth of the line
    private static final int MIN_MAY_GROW_SHARE_OF_RSS = 20; // 5 percent, within these bounds
    private static final long MIN_MAY_GROW_BYTES = 4L << 20;
    private static final long MAX_MAY_GROW_BYTES = 8L << 20;
    private static final List<String> WITH_ALLOCATOR =
            List.of("jemalloc", "mimalloc", "rpmalloc", "tcmalloc", "duckdb", "libarrow");

    private static final String OTHER_STATEMENTS = "Other statements";

    private final ResidentLines lines;
    private final SubjectType type;
    private final long amount;
    private final List<Evidence> evidence = new ArrayList<>();
    private String name;
    private Kind kind;
    private Next next = Next.NONE;
    private long perMinute;
    private long sinceMillis = Statement.UNKNOWN;

    private Draft(ResidentLines lines, SubjectType type, Kind kind, String name, long amount) {
        this.lines = lines;
        this.type = type;
        this.kind = kind;
        this.name = name;
        this.amount = amount;
    }

    /** On lines, for the first of which it is named. */
    static Draft of(ResidentLines lines, Kind kind, List<String> components) {
        return of(lines, kind, components, lines.change(components), lines.resident(components));
    }

    /** The same, where an estimate divides what grows among other lines, or a part of the bytes is told elsewhere. */
    static Draft of(ResidentLines lines, Kind kind, List<String> components, LineChange change, long bytes) {
        Draft draft = new Draft(lines, SubjectType.COMPONENT, kind, components.get(0), bytes);
        draft.with(
                Basis.RSS_PERCENT, ResidentLines.percent(bytes, lines.memory().rssBytes()));
        return draft.withChange(change, bytes);
    }

    static Draft of(ResidentLines lines, SubjectType type, Kind kind, String name, long amount) {
        return new Draft(lines, type, kind, name, amount);
    }

    /** Grows by that much. */
    Draft growing(long bytesPerMinute, long since) {
        perMinute = bytesPerMinute;
        sinceMillis = since;
        return this;
    }

    Draft withChange(LineChange change, long bytes) {
        if (change.perMinute() > 0) {
            kind = Kind.GROWING;
            perMinute = change.perMinute();
            sinceMillis = lines.memory().time().toEpochMilli() - change.sinceNanos() / NANOS_PER_MILLI;
        } else if (change.bytes() >= Math.max(MIN_MORE_BYTES, bytes / MIN_MORE_SHARE)) {
            withMore(change.atMost(bytes));
            if (change.isExplained()) {
                with(Basis.GROWS_BY, 0, OTHER_STATEMENTS);
                kind = kind == Kind.HELD ? Kind.NORMAL : kind; // it is not steady
            }
        }
        return this;
    }

    Draft withMore(LineChange change) {
        return with(Basis.MORE, change.bytes()).with(Basis.MORE_IN_NANOS, change.nanos());
    }

    /** Tells whether it grows, or is more than at the oldest reading. */
    boolean isMore() {
        return perMinute > 0 || evidence.stream().anyMatch(each -> each.basis() == Basis.MORE);
    }

    /**
     * Tells whether a tenth of it, or more, has come in a time that is too short to tell growth. A young process loads
     * classes and compiles: some megabytes of these are no question.
     */
    private boolean mayGrow() {
        long nanos = value(Basis.MORE_IN_NANOS);
        return type == SubjectType.COMPONENT
                && nanos >= 0
                && nanos < HistoryReading.SHORTEST_RISE_MILLIS * NANOS_PER_MILLI
                && value(Basis.MORE) >= Math.max(amount / MIN_MAY_GROW_SHARE, leastThatMayGrow());
    }

    private long leastThatMayGrow() {
        long share = lines.memory().rssBytes() / MIN_MAY_GROW_SHARE_OF_RSS;
        return Math.max(MIN_MAY_GROW_BYTES, Math.min(MAX_MAY_GROW_BYTES, share));
    }

    private long value(Basis basis) {
        return evidence.stream()
                .filter(each -> each.basis() == basis)
                .mapToLong(Evidence::value)
                .findFirst()
                .orElse(Statement.UNKNOWN);
    }

    Draft named(String other) {
        name = other;
        return this;
    }

    Draft kind(Kind other) {
        kind = other;
        return this;
    }

    Draft with(Basis basis, long value) {
        return with(basis, value, "");
    }

    Draft with(Basis basis, long value, String of) {
        evidence.add(new Evidence(basis, value, of));
        return this;
    }

    /** Adds it unless it is 0. */
    Draft withSome(Basis basis, long value) {
        return withSome(basis, value, "");
    }

    /** The same with a name. */
    Draft withSome(Basis basis, long value, String of) {
        return value == 0 ? this : with(basis, value, of);
    }

    Draft withLimit(long limit, String of) {
        return with(Basis.LIMIT, limit, of).with(Basis.LIMIT_PERCENT, ResidentLines.percent(amount, limit));
    }

    /** Adds them where they are a large part. Returns whether they are. */
    boolean withHugePages(HugePages where, long ofBytes) {
        long bytes = Math.min(ofBytes, lines.facts().hugeBytes().getOrDefault(where, 0L));
        boolean many = bytes > 0 && bytes >= ofBytes / MIN_HUGE_SHARE;
        if (many) {
            with(Basis.HUGE_PAGE_BYTES, bytes, lines.facts().limits().hugePages());
        }
        return many;
    }

    /** Libraries that are loaded beside the JDK's and the system's, first those with an allocator of their own. */
    Draft withLibraries() {
        List<String> loaded = new ArrayList<>();
        List<String> withAllocator = new ArrayList<>();
        String note = lines.memory().line(Component.LIBRARIES).note();
        for (String library : note.isEmpty() ? new String[0] : note.split(", ")) {
            (hasOwnAllocator(library) ? withAllocator : loaded).add(library);
        }
        if (!withAllocator.isEmpty()) {
            with(Basis.OWN_ALLOCATOR, 0, String.join(", ", withAllocator));
        }
        return loaded.isEmpty() ? this : with(Basis.LIBRARIES, 0, String.join(", ", loaded));
    }

    private boolean hasOwnAllocator(String library) {
        return WITH_ALLOCATOR.stream().anyMatch(library::contains)
                && !library.contains(lines.memory().allocator());
    }

    Draft next(Next command) {
        next = command;
        return this;
    }

    /** Leaves out growth of what is held: HELD means steady. What is more since seconds ago may grow. */
    Statement make() {
        Kind told = kind;
        if (kind == Kind.HELD && perMinute > 0) {
            told = Kind.GROWING;
        } else if (kind == Kind.HELD && mayGrow()) {
            told = Kind.UNKNOWN;
            with(
                    Basis.TOLD_IN_MILLIS,
                    HistoryReading.SHORTEST_RISE_MILLIS - value(Basis.MORE_IN_NANOS) / NANOS_PER_MILLI);
        }
        LateStart late = lines.facts().snapshot().coverage().lateStart();
        boolean isMarked = perMinute > 0
                && late != null
                && late.time() != null
                && value(Basis.TRACKED_SINCE_MILLIS) == Statement.UNKNOWN
                && sinceMillis - late.time().toEpochMilli() <= Statement.SAME_START_MILLIS;
        if (isMarked) {
            with(Basis.TRACKED_SINCE_MILLIS, late.time().toEpochMilli());
        }
        return new Statement(
                told, new Subject(type, name, "", 0), amount, 0, perMinute, 0, sinceMillis, evidence, next);
    }
}
