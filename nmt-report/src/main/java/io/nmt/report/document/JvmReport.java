package io.nmt.report.document;

import io.nmt.report.document.Column.Kind;
import io.nmt.report.document.Report.Section;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Ages;
import io.nmt.report.model.JvmBefore;
import io.nmt.report.model.JvmReading;
import io.nmt.report.model.JvmReading.CodeSegment;
import io.nmt.report.model.JvmReading.CompiledPackage;
import io.nmt.report.model.JvmReading.Entries;
import io.nmt.report.model.JvmReading.Structure;
import io.nmt.report.model.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Builds reports on the JVM's own memory: its parts, and compiled code by package. */
public final class JvmReport {
    private static final String TITLE = "Memory of the JVM by part";
    private static final String PACKAGES = "Compiled code by package";
    private static final String NO_COMPILERS = "Memory of compilers: with -XX:NativeMemoryTracking=summary at start.\n";
    private static final String NO_PEAK =
            "Peaks of compilers: from JDK 22, with -XX:CompileCommand=memstat,*.* at start.\n";
    private static final String NOT_RECORDED =
            "Unknown parts and packages are not in this recording. The agent records them every 60 s and at the end "
                    + "(nmt.JvmMemory), packages of up to 20,000 methods.\n";
    private static final long NOT_LONG_MILLIS = 2_000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final String CONTENT = "Strings are in the Java heap, their table is not.\n";

    private static final String OTHERS = "(others)";

    private static final List<Column> COLUMNS = List.of(
            new Column("part", "Part", Kind.LABEL),
            Column.count("count", "Count"),
            Column.data("grownCount"),
            Column.bytes("bytes", "Bytes"),
            Column.bytes("limitBytes", "Limit"),
            Column.change("grownBytes", "Grown"),
            Column.name("accuracy", "Is"));

    private static final List<Column> OF_PACKAGES = List.of(
            Column.count("methods", "Methods"), Column.bytes("bytes", "Code"), Column.name("package", "Package"));

    private final JvmReading reading;
    private final JvmBefore before;
    private final Table table = new Table("parts", TITLE, COLUMNS);
    private boolean isAllKnown = true;

    private JvmReport(JvmReading reading, JvmBefore before) {
        this.reading = reading;
        this.before = before;
    }

    /**
     * Builds the report.
     *
     * @param reading of a process
     * @param before the same of some time ago
     * @param statements on it
     * @param atMillis the time of the report
     * @param top how many packages
     * @return the report
     */
    public static Report of(JvmReading reading, JvmBefore before, List<Statement> statements, long atMillis, int top) {
        return new Report(new JvmReport(reading, before).sections(statements, top), atMillis);
    }

    /**
     * Builds the report of a recording.
     *
     * @param reading that it has
     * @param readMillis the time of the reading
     * @param before the same of some time ago
     * @param statements on it
     * @param endMillis the end of the recording
     * @param top how many packages
     * @return the report, as of the reading
     */
    public static Report recorded(
            JvmReading reading,
            long readMillis,
            JvmBefore before,
            List<Statement> statements,
            long endMillis,
            int top) {
        JvmReport report = new JvmReport(reading, before);
        List<Section> sections = report.sections(statements, top);
        if (!report.isAllKnown) {
            sections.add(new Lines(NOT_RECORDED));
        }
        if (endMillis - readMillis > NOT_LONG_MILLIS && !reading.equals(JvmReading.UNKNOWN)) {
            sections.add(Lines.of(
                    "The oldest part is as of ",
                    Instant.ofEpochMilli(readMillis),
                    ", " + Ages.format((endMillis - readMillis) * NANOS_PER_MILLI)
                            + " before the end of the recording.\n"));
        }
        return new Report(sections, readMillis);
    }

    private List<Section> sections(List<Statement> statements, int top) {
        JvmReading first = before.first();
        for (CodeSegment segment : reading.segments()) {
            Long limit = known(segment.limitBytes());
            row("Code cache, " + segment.name(), segment.usedBytes(), limit, null, Accuracy.EXACT);
        }
        if (reading.segments().isEmpty()) {
            unknown("Compiled code");
        } else {
            Long codeBefore = first.segments().isEmpty() ? null : (Long) first.codeBytes();
            row("Compiled code", reading.codeBytes(), null, codeBefore, Accuracy.EXACT);
        }
        entries("Interned strings", reading.strings(), first.strings());
        entries("Symbols", reading.symbols(), first.symbols());
        queue(first);
        compilers(first);
        collector(first);
        isAllKnown &= !reading.packages().isEmpty();
        List<Section> sections = new ArrayList<>();
        sections.add(new Facts().add("collector", reading.collector()).add("sinceNanos", before.nanos()));
        sections.add(new Statements(statements));
        sections.add(table);
        sections.add(new Lines(
                (reading.collector().isEmpty() ? "" : "Collector: " + SafeText.name(reading.collector()) + ". ")
                        + CONTENT
                        + (reading.compilerBytes() == Statement.UNKNOWN ? NO_COMPILERS : "")
                        + (reading.compilerPeak() == null ? NO_PEAK : "")));
        sections.add(packages(top));
        return sections;
    }

    private Table packages(int top) {
        List<CompiledPackage> all = reading.packages();
        List<CompiledPackage> shown = Table.first(all, top);
        Table packages = new Table("packages", Table.title(PACKAGES, all.size(), shown.size()), OF_PACKAGES);
        for (CompiledPackage each : shown) {
            packages.add(each.methods(), each.bytes(), SafeText.name(each.name()));
        }
        CompiledPackage others = reading.otherPackages();
        for (CompiledPackage each : all.subList(shown.size(), all.size())) {
            others = others.plus(each.methods(), each.bytes());
        }
        if (others.methods() > 0) {
            packages.add(others.methods(), others.bytes(), OTHERS);
        }
        return packages;
    }

    private void entries(String name, Entries entries, Entries first) {
        if (entries == null) {
            unknown(name);
        } else {
            row(
                    name,
                    known(entries.count()),
                    first == null ? null : known(first.count()),
                    entries.bytes(),
                    null,
                    first == null ? null : (Long) first.bytes(),
                    Accuracy.EXACT);
        }
    }

    private void queue(JvmReading first) {
        if (reading.queued() == Statement.UNKNOWN) {
            unknown("Methods to be compiled");
        } else {
            row("Methods to be compiled", reading.queued(), known(first.queued()), null, null, null, Accuracy.EXACT);
        }
    }

    /** The JVM does not count them unless it was started so: no recording would tell more. */
    private void compilers(JvmReading first) {
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

    private void collector(JvmReading first) {
        for (Structure structure : reading.structures()) {
            Long limit = known(structure.reservedBytes());
            row(SafeText.name(structure.name()), structure.bytes(), limit, null, structure.accuracy());
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

    private void unknown(String name) {
        isAllKnown = false;
        row(name, null, null, null, null, null, Accuracy.UNKNOWN);
    }

    private void row(String name, long bytes, Long limit, Long bytesBefore, Accuracy accuracy) {
        row(name, null, null, bytes, limit, bytesBefore, accuracy);
    }

    private void row(
            String name, Long count, Long countBefore, Long bytes, Long limit, Long bytesBefore, Accuracy accuracy) {
        Long more = grown(count, countBefore);
        Object grown = bytes == null && more != null ? ofCount(more) : grown(bytes, bytesBefore);
        table.add(name, count, more, bytes, limit, grown, accuracy.label());
    }

    private static Long grown(Long now, Long before) {
        return now == null || before == null ? null : (Long) (now - before);
    }

    /** Shown where there are no bytes. */
    private static String ofCount(long more) {
        return more == 0 ? "" : String.format(Locale.ROOT, "%+,d", more);
    }
}
