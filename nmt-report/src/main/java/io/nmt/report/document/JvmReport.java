package io.nmt.report.document;

import io.nmt.report.document.Column.Kind;
import io.nmt.report.document.Report.Section;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.JvmBefore;
import io.nmt.report.model.JvmReading;
import io.nmt.report.model.JvmReading.CodeSegment;
import io.nmt.report.model.JvmReading.CompiledPackage;
import io.nmt.report.model.JvmReading.Entries;
import io.nmt.report.model.JvmReading.Structure;
import io.nmt.report.model.Statement;
import java.util.ArrayList;
import java.util.List;

/** Builds reports on the JVM's own memory: its parts, and compiled code by package. */
public final class JvmReport {
    private static final String TITLE = "Memory of the JVM by part";
    private static final String PACKAGES = "Compiled code by package";
    private static final String NO_PEAK =
            "Memory of compilers: from JDK 22, with -XX:CompileCommand=memstat,*.* at start.\n";
    private static final String CONTENT = "Strings are in the Java heap, their table is not.\n";

    private static final String OTHERS = "(others)";

    private static final List<Column> COLUMNS = List.of(
            new Column("part", "Part", Kind.LABEL),
            Column.count("count", "Count"),
            Column.bytes("bytes", "Bytes"),
            Column.bytes("limitBytes", "Limit"),
            Column.change("grownBytes", "Grown"),
            Column.name("accuracy", "Is"));

    private static final List<Column> OF_PACKAGES = List.of(
            Column.count("methods", "Methods"), Column.bytes("bytes", "Code"), Column.name("package", "Package"));

    private final JvmReading reading;
    private final JvmBefore before;
    private final Table table = new Table("parts", TITLE, COLUMNS);

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
        return new JvmReport(reading, before).report(statements, atMillis, top);
    }

    private Report report(List<Statement> statements, long atMillis, int top) {
        for (CodeSegment segment : reading.segments()) {
            row("Code cache, " + segment.name(), null, segment.usedBytes(), segment.limitBytes(), null, Accuracy.EXACT);
        }
        row("Compiled code", null, reading.codeBytes(), null, before.codeBytes(), Accuracy.EXACT);
        entries("Interned strings", reading.strings(), before.stringBytes());
        entries("Symbols", reading.symbols(), before.symbolBytes());
        if (reading.queued() != Statement.UNKNOWN) {
            row("Methods to be compiled", reading.queued(), null, null, null, Accuracy.EXACT);
        }
        if (reading.compilerPeak() != null) {
            String name =
                    "Compiler's peak, " + SafeText.name(reading.compilerPeak().method());
            row(name, null, reading.compilerPeak().bytes(), null, null, Accuracy.EXACT);
        }
        for (Structure structure : reading.structures()) {
            long reserved = structure.reservedBytes();
            Long limit = reserved == Statement.UNKNOWN ? null : reserved;
            row(structure.name(), null, structure.bytes(), limit, null, structure.accuracy());
        }
        List<Section> sections = new ArrayList<>();
        sections.add(new Facts().add("collector", reading.collector()).add("sinceNanos", before.nanos()));
        sections.add(new Statements(statements));
        sections.add(table);
        sections.add(new Lines((reading.collector().isEmpty() ? "" : "Collector: " + reading.collector() + ". ")
                + CONTENT
                + (reading.compilerPeak() == null ? NO_PEAK : "")));
        sections.add(packages(top));
        return new Report(sections, atMillis);
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

    private void entries(String name, Entries entries, Long bytesBefore) {
        if (entries != null) {
            row(name, entries.count(), entries.bytes(), null, bytesBefore, Accuracy.EXACT);
        }
    }

    private void row(String name, Long count, Long bytes, Long limit, Long bytesBefore, Accuracy accuracy) {
        Object grown = bytesBefore == null ? null : (Object) (bytes - bytesBefore);
        table.add(name, count, bytes, limit, grown, accuracy.label());
    }
}
