package io.nmt.report.document;

import io.nmt.report.document.Column.Kind;
import io.nmt.report.document.Report.Section;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.JvmPast;
import io.nmt.report.model.JvmPast.Point;
import io.nmt.report.model.JvmReading;
import io.nmt.report.model.JvmReading.CodeSegment;
import io.nmt.report.model.JvmReading.CompiledPackage;
import io.nmt.report.model.JvmReading.Entries;
import io.nmt.report.model.JvmReading.Structure;
import io.nmt.report.model.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

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

    private final JvmPast past;
    private final JvmReading reading;
    private final Table table = new Table("parts", TITLE, COLUMNS);

    private JvmReport(JvmPast past) {
        this.past = past;
        this.reading = past.reading();
    }

    /**
     * Builds the report.
     *
     * @param past readings of a process
     * @param statements on them
     * @param atMillis the time of the report
     * @param top how many packages
     * @return the report
     */
    public static Report of(JvmPast past, List<Statement> statements, long atMillis, int top) {
        return new JvmReport(past).report(statements, atMillis, top);
    }

    private Report report(List<Statement> statements, long atMillis, int top) {
        for (CodeSegment segment : reading.segments()) {
            row("Code cache, " + segment.name(), null, segment.usedBytes(), segment.limitBytes(), null, Accuracy.EXACT);
        }
        row("Compiled code", null, reading.codeBytes(), null, Point::codeBytes, Accuracy.EXACT);
        entries("Interned strings", reading.strings(), Point::stringBytes);
        entries("Symbols", reading.symbols(), Point::symbolBytes);
        if (reading.queued() != Statement.UNKNOWN) {
            row("Methods to be compiled", reading.queued(), null, null, null, Accuracy.EXACT);
        }
        if (reading.compilerPeak() != null) {
            String name =
                    "Compiler's peak, " + SafeText.name(reading.compilerPeak().method());
            row(name, null, reading.compilerPeak().bytes(), null, null, Accuracy.EXACT);
        }
        for (Structure structure : reading.structures()) {
            row(structure.name(), null, structure.bytes(), null, null, structure.accuracy());
        }
        List<Section> sections = new ArrayList<>();
        sections.add(new Facts().add("collector", reading.collector()).add("sinceNanos", past.nanos()));
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

    private void entries(String name, Entries entries, ToLongFunction<Point> bytes) {
        if (entries != null) {
            row(name, entries.count(), entries.bytes(), null, bytes, Accuracy.EXACT);
        }
    }

    private void row(String name, Long count, Long bytes, Long limit, ToLongFunction<Point> point, Accuracy accuracy) {
        boolean isKnown = point != null && past.points().size() > 1;
        table.add(name, count, bytes, limit, isKnown ? (Object) past.grown(point) : null, accuracy.label());
    }
}
