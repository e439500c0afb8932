package io.nmt.report.document;

import io.nmt.core.model.Scale;
import io.nmt.report.document.Column.Kind;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.JvmBefore;
import io.nmt.report.model.JvmReading;
import io.nmt.report.model.JvmReading.CodeSegment;
import io.nmt.report.model.JvmReading.Entries;
import io.nmt.report.model.JvmReading.Structure;
import io.nmt.report.model.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.ToLongFunction;

/** Builds the table of the JVM's parts: bytes or counts of each, and their growth. */
public final class JvmParts {
    private static final String TITLE = "Memory of the JVM by part";

    private static final List<Column> COLUMNS = List.of(
            new Column("part", "Part", Kind.LABEL),
            Column.count("count", "Count"),
            Column.data("grownCount"),
            Column.bytes("bytes", "Bytes"),
            Column.bytes("limitBytes", "Limit"),
            Column.change("grownBytes", "Grown"),
            Column.name("accuracy", "Is"));

    private final JvmReading reading;
    private final JvmReading first;
    private final Table table = empty();

    private JvmParts(JvmReading reading, JvmReading first) {
        this.reading = reading;
        this.first = first;
    }

    /**
     * A part.
     *
     * @param name of it
     * @param count of entries; null for none
     * @param grownCount by how much that grew; null if unknown
     * @param bytes in use; null for none, and if unknown
     * @param limitBytes that it may have; null for none
     * @param grownBytes by how much the bytes grew; null if unknown
     * @param accuracy a word
     */
    public record Part(
            String name, Long count, Long grownCount, Long bytes, Long limitBytes, Long grownBytes, String accuracy) {}

    /**
     * A table without parts.
     *
     * @return another one each time
     */
    public static Table empty() {
        return empty(null);
    }

    /**
     * A table of an earlier time.
     *
     * @param time in its title; null for none
     * @return without parts
     */
    public static Table empty(Instant time) {
        String title = time == null ? TITLE : TITLE + ", as of " + time.truncatedTo(ChronoUnit.SECONDS);
        return new Table("parts", title, COLUMNS);
    }

    /**
     * Adds a part.
     *
     * @param table of parts
     * @param part of the JVM
     */
    public static void add(Table table, Part part) {
        boolean isCount = part.bytes == null && part.grownCount != null;
        Object grown = isCount ? Scale.B.formatChange(part.grownCount) : part.grownBytes;
        table.add(part.name, part.count, part.grownCount, part.bytes, part.limitBytes, grown, part.accuracy);
    }

    /**
     * Builds the table of what is known.
     *
     * @param reading of a process
     * @param before the same of some time ago
     * @param time in the title; null for none
     * @return without unknown parts
     */
    public static Table known(JvmReading reading, JvmBefore before, Instant time) {
        return known(of(reading, before), time);
    }

    /** Builds the table. */
    static Table of(JvmReading reading, JvmBefore before) {
        JvmParts parts = new JvmParts(reading, before.first());
        parts.code();
        parts.entries(
                "Interned strings",
                reading.strings(),
                parts.first.strings(),
                Entries::bytesBesideHeap,
                Accuracy.ESTIMATE);
        parts.entries("Symbols", reading.symbols(), parts.first.symbols(), Entries::bytes, Accuracy.EXACT);
        parts.queue();
        parts.compilers();
        parts.collector();
        return parts.table;
    }

    static boolean hasUnknown(Table table) {
        return known(table, null).rows().size() < table.rows().size();
    }

    /** The table without unknown parts. */
    private static Table known(Table table, Instant time) {
        Table known = empty(time);
        table.rows().stream()
                .filter(row -> !Accuracy.UNKNOWN.label().equals(row.get(row.size() - 1)))
                .forEach(known::add);
        return known;
    }

    private void code() {
        for (CodeSegment segment : reading.segments()) {
            if (!segment.name().isEmpty()) {
                Long limit = known(segment.limitBytes());
                row("Code cache, " + segment.name(), segment.usedBytes(), limit, null, Accuracy.EXACT);
            }
        }
        if (reading.segments().isEmpty()) {
            unknown("Compiled code");
        } else {
            Long codeBefore = first.segments().isEmpty() ? null : (Long) first.codeBytes();
            row("Compiled code", reading.codeBytes(), null, codeBefore, Accuracy.EXACT);
        }
    }

    private void entries(
            String name, Entries entries, Entries before, ToLongFunction<Entries> bytesOf, Accuracy accuracy) {
        if (entries == null) {
            unknown(name);
        } else {
            Long count = known(entries.count());
            Long grownCount = before == null ? null : grown(count, known(before.count()));
            long bytes = bytesOf.applyAsLong(entries);
            Long grownBytes = before == null ? null : (Long) (bytes - bytesOf.applyAsLong(before));
            add(table, new Part(name, count, grownCount, bytes, null, grownBytes, accuracy.label()));
        }
    }

    private void queue() {
        Long queued = known(reading.queued());
        if (queued == null) {
            unknown("Methods to be compiled");
        } else {
            Long more = grown(queued, known(first.queued()));
            add(table, new Part("Methods to be compiled", queued, more, null, null, null, Accuracy.EXACT.label()));
        }
    }

    /** The JVM does not count them unless it was started so: no recording would tell more. */
    private void compilers() {
        if (reading.compilerBytes() != Statement.UNKNOWN) {
            row("Compilers", reading.compilerBytes(), null, known(first.compilerBytes()), Accuracy.EXACT);
        }
        if (reading.compilerPeak() != null) {
            String method = reading.compilerPeak().method();
            String name = "Compiler's peak" + (method.isEmpty() ? "" : ", " + SafeText.name(method));
            Long peakBefore = first.compilerPeak() == null
                    ? null
                    : (Long) first.compilerPeak().bytes();
            row(name, reading.compilerPeak().bytes(), null, peakBefore, Accuracy.EXACT);
        }
    }

    private void collector() {
        for (Structure structure : reading.structures()) {
            if (!structure.name().isEmpty()) {
                Long limit = known(structure.reservedBytes());
                row(SafeText.name(structure.name()), structure.bytes(), limit, null, structure.accuracy());
            }
        }
        if (reading.structures().isEmpty()) {
            unknown("Collector's memory");
        } else {
            Long collectorBefore = first.structures().isEmpty() ? null : (Long) first.collectorBytes();
            row("Collector's memory", reading.collectorBytes(), null, collectorBefore, reading.collectorAccuracy());
        }
    }

    private static Long known(long figure) {
        return figure == Statement.UNKNOWN ? null : (Long) figure;
    }

    private static Long grown(Long now, Long before) {
        return now == null || before == null ? null : (Long) (now - before);
    }

    private void unknown(String name) {
        add(table, new Part(name, null, null, null, null, null, Accuracy.UNKNOWN.label()));
    }

    private void row(String name, long bytes, Long limit, Long bytesBefore, Accuracy accuracy) {
        add(table, new Part(name, null, null, bytes, limit, grown(bytes, bytesBefore), accuracy.label()));
    }
}
