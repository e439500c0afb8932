package io.nmt.report.judge;

import io.nmt.report.model.Basis;
import io.nmt.report.model.Component;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.ResidentPoint;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The growth of malloc's memory where resident memory was not read in time: the past has a figure of all but a few
 * lines. What is in the others now bounds what they have taken of an unexplained rise; the rest is malloc's. Pure
 * functions.
 */
final class RestOfRise {
    /** The lines that may have an unexplained rise: the past has no figure of them. */
    private static final Set<Component> WITHOUT_PAST = EnumSet.of(
            Component.JVM_MALLOC,
            Component.JVM_ROUNDING,
            Component.NATIVE_LIBRARIES,
            Component.BEFORE_TRACKING,
            Component.MALLOC_OVERHEAD,
            Component.MALLOC_FREE,
            Component.JVM_MAPPINGS,
            Component.UNACCOUNTED,
            Component.GC,
            Component.THREAD_STACKS);

    private static final int MOST_OF_OTHERS_DIVISOR = 5; // a fifth
    private static final int MIN_FACTOR = 2; // a program that warms up has some of it
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final double NANOS_PER_MINUTE = 60e9;

    private RestOfRise() {}

    /**
     * The growth of some of these lines.
     *
     * @param lines of a reading
     * @param growth what the judge says, with the unexplained rise among it
     * @param begin the first reading within that; null if there is none
     * @param components the lines that may grow
     * @param known what readings tell of them, without a rate
     * @return with a rate, if others have a fifth of the unexplained rise at the most; else what is known
     */
    static LineChange of(
            ResidentLines lines,
            List<Statement> growth,
            ResidentPoint begin,
            List<String> components,
            LineChange known) {
        Statement rest = growth.stream()
                .filter(statement -> statement.subject().type() == SubjectType.FIGURE
                        && statement.subject().name().equals(RssGrowth.REST))
                .findFirst()
                .orElse(null);
        long least = MIN_FACTOR * ResidentJudge.leastBytes(lines.memory().rssBytes());
        if (rest == null || components.isEmpty() || lines.rise() == null || rest.amount() < least) {
            return known;
        }
        long others = Math.max(0, rest.evidence(Basis.FILE_PAGES_BYTES))
                + lines.memory().lines().stream()
                        .filter(line -> WITHOUT_PAST.contains(line.kind()) && !components.contains(line.component()))
                        .mapToLong(line -> line.residentBytes())
                        .sum();
        long now = lines.resident(components);
        if (MOST_OF_OTHERS_DIVISOR * others > rest.amount() || now < rest.amount() - others) {
            return known;
        }
        // Others have none of it or all that they have: the middle.
        double share = 1 - others / 2.0 / rest.amount();
        long perMinute = Math.round(share * rest.perMinute());
        long sinceNanos = (lines.memory().time().toEpochMilli() - rest.sinceMillis()) * NANOS_PER_MILLI;
        return begin != null && isDenied(lines, begin, components, perMinute)
                ? known
                : new LineChange(known.bytes(), known.nanos(), perMinute, sinceNanos).atMost(now);
    }

    /** Tells whether the lines have grown by less than half of it since they were read. */
    private static boolean isDenied(ResidentLines lines, ResidentPoint begin, List<String> components, long perMinute) {
        double minutes = (lines.facts().nanoTime() - begin.nanoTime()) / NANOS_PER_MINUTE;
        return 2 * (lines.resident(components) - ResidentLines.resident(begin, components)) < minutes * perMinute;
    }
}
