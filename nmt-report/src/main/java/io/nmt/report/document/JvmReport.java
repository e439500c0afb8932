package io.nmt.report.document;

import io.nmt.report.document.Report.Section;
import io.nmt.report.model.Ages;
import io.nmt.report.model.JvmBefore;
import io.nmt.report.model.JvmReading;
import io.nmt.report.model.JvmReading.CompiledPackage;
import io.nmt.report.model.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Builds reports on the JVM's own memory: its parts, and compiled code by package. */
public final class JvmReport {
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

    /** Bytes of the code cache beside compiled methods. */
    private static final String NO_METHODS = "(stubs, interpreter, other)";

    private static final List<Column> OF_PACKAGES = List.of(
            Column.count("methods", "Methods"), Column.bytes("bytes", "Code"), Column.name("package", "Package"));

    private final JvmReading reading;
    private final JvmBefore before;
    private boolean isAllKnown;

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
            sections.add(age(readMillis, endMillis, " before the end of the recording.\n"));
        }
        return new Report(sections, readMillis);
    }

    /**
     * Builds the table of what a process leaves.
     *
     * @param last the parts, as they were read last
     * @param before the same of some time ago
     * @param endMillis the time of the report
     * @return without unknown parts; empty where none is known
     */
    public static Report left(JvmBefore last, JvmBefore before, long endMillis) {
        Table known = JvmParts.known(last.first(), before, null);
        if (known.rows().isEmpty()) {
            return new Report(List.of());
        }
        List<Section> sections = new ArrayList<>();
        long readMillis = endMillis - last.nanos() / NANOS_PER_MILLI;
        sections.add(
                new Facts().add("oldestTime", Instant.ofEpochMilli(readMillis)).add("sinceNanos", before.nanos()));
        sections.add(known);
        if (endMillis - readMillis > NOT_LONG_MILLIS) {
            sections.add(age(readMillis, endMillis, " ago.\n"));
        }
        return new Report(sections, endMillis);
    }

    private static Lines age(long readMillis, long endMillis, String ago) {
        return Lines.of(
                "The oldest part is as of ",
                Instant.ofEpochMilli(readMillis),
                ", " + Ages.format((endMillis - readMillis) * NANOS_PER_MILLI) + ago);
    }

    private List<Section> sections(List<Statement> statements, int top) {
        Table table = JvmParts.of(reading, before);
        isAllKnown = !JvmParts.hasUnknown(table) && !reading.packages().isEmpty();
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
        long rest = reading.codeBytes()
                - all.stream().mapToLong(CompiledPackage::bytes).sum()
                - reading.otherPackages().bytes();
        if (!all.isEmpty() && rest > 0) {
            packages.add(null, rest, NO_METHODS);
        }
        return packages;
    }
}
