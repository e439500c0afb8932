package io.nmt.report.judge;

import io.nmt.core.model.HandleSite;
import io.nmt.core.model.MadeLoaders;
import io.nmt.report.model.Basis;
import io.nmt.report.model.LoaderReading;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Judges class loaders of one class that many lines of code create, a few each. Pure functions of a reading. */
final class ScatteredLoaders {
    private static final double NANOS_PER_MINUTE = 60e9;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final String MANY_LINES = "many lines of code";
    private static final int MIN_LINES = 10;
    private static final int CERTAIN_ERRORS = 3; // standard errors

    private ScatteredLoaders() {}

    /** Returns one statement for each class whose lines grow together for certain. */
    static List<Statement> of(LoaderReading reading, GarbageRule garbage, long leakNanos, long nowMillis) {
        return others(reading).stream()
                .map(lines -> statement(reading, lines, garbage, leakNanos, nowMillis))
                .filter(Objects::nonNull)
                .toList();
    }

    /** The groups that do not grow by themselves, by class. */
    private static Collection<List<MadeLoaders>> others(LoaderReading reading) {
        Map<String, List<MadeLoaders>> others = new LinkedHashMap<>();
        for (MadeLoaders group : reading.groups()) {
            if (!LoaderStatements.isGrowing(group)) {
                others.computeIfAbsent(group.className(), any -> new ArrayList<>())
                        .add(group);
            }
        }
        return others.values();
    }

    /**
     * Judges lines of code of one class together, each of which makes too few to be told. Their floors are those of the
     * second and the last quarter of their time: what a program makes at its start is no growth.
     *
     * @return null if they do not grow for certain
     */
    private static Statement statement(
            LoaderReading reading, List<MadeLoaders> lines, GarbageRule garbage, long leakNanos, long nowMillis) {
        long growingLines =
                lines.stream().filter(each -> each.line().growthPerMinute() > 0).count();
        double perMinute = 0;
        double variance = 0;
        long count = 0;
        long oldestNanos = 0;
        long left = 0; // lines with loaders that the last collection left
        for (MadeLoaders each : lines) {
            HandleSite line = each.line();
            perMinute += line.growthPerMinute();
            variance += Math.pow((double) line.growthErrorPerMinute(), 2);
            count += each.count();
            oldestNanos = Math.max(oldestNanos, line.oldestAgeNanos());
            left += garbage.isOlderThanCollection(line.oldestAgeNanos()) ? 1 : 0;
        }
        if (growingLines < MIN_LINES || perMinute <= 0) {
            return null;
        }
        long nanos = Math.min(oldestNanos, Math.round(count / perMinute * NANOS_PER_MINUTE));
        double minutes = nanos / NANOS_PER_MINUTE;
        double error = Math.max(Math.sqrt(variance), Math.abs(count / minutes - perMinute) / 2); // the mean differs
        MadeLoaders first = lines.get(0);
        if (!first.isMany(perMinute * minutes) || perMinute <= CERTAIN_ERRORS * error) {
            return null;
        }
        List<Evidence> evidence = new ArrayList<>();
        boolean isGarbage = garbage.mayBeGarbage(nanos, evidence) || 2 * left < lines.size();
        if (isGarbage && evidence.removeIf(each -> each.basis() == Basis.SURVIVED_COLLECTIONS)) {
            evidence.add(new Evidence(Basis.COLLECTIONS_BEFORE_IT_GREW, 1));
        }
        boolean isYoung = nanos < leakNanos;
        if (isYoung) {
            evidence.add(new Evidence(Basis.YOUNGER_THAN_NANOS, leakNanos));
        }
        LoaderStatements.addMetaspace(reading, first, count, evidence);
        evidence.add(new Evidence(Basis.LINES, lines.size()));
        return new Statement(
                isGarbage || isYoung ? Kind.GROWING : Kind.LEAK,
                new Subject(SubjectType.LOADER, first.className(), MANY_LINES, 0),
                count,
                0,
                Math.round(perMinute),
                Math.round(error),
                nowMillis - nanos / NANOS_PER_MILLI,
                evidence,
                Next.CLASS_LOADERS);
    }
}
