package io.nmt.report.model;

import io.nmt.report.model.JvmReading.CodeSegment;
import io.nmt.report.model.JvmReading.CompiledPackage;
import io.nmt.report.model.JvmReading.CompilerPeak;
import io.nmt.report.model.JvmReading.Entries;
import io.nmt.report.model.JvmReading.Structure;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of the JVM's own memory, as an event has it: a reading is written as rows, and read from these. Immutable.
 *
 * @param kind of the part
 * @param name of a segment, package, method, collector or table; else empty
 * @param count of methods or entries; 0 where none are counted
 * @param bytes in use
 * @param limitBytes that it may have; {@link Statement#UNKNOWN} where there is no limit
 * @param accuracy of its bytes
 */
public record JvmRow(Kind kind, String name, long count, long bytes, long limitBytes, Accuracy accuracy) {
    /** The packages that are written; others are a sum. */
    public static final int MOST_PACKAGES = 100;

    /** A kind of part. */
    public enum Kind {
        /** A segment of the code cache. */
        SEGMENT("Code segment"),
        /** The compiled methods of a package. */
        PACKAGE("Compiled package"),
        /** The compiled methods of all other packages. */
        OTHER_PACKAGES("Other packages"),
        /** Methods that wait for a compiler. */
        QUEUE("Compile queue"),
        /** Memory of compilers. */
        COMPILERS("Compilers"),
        /** The most memory that compiling a method took. */
        PEAK("Compiler's peak"),
        /** Interned strings: their table, without the Java heap. */
        STRINGS("Interned strings"),
        /** Names in class files. */
        SYMBOLS("Symbols"),
        /** The collector, without bytes. */
        COLLECTOR("Collector"),
        /** A table of the collector. */
        STRUCTURE("Collector's table");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /**
         * The word in events.
         *
         * @return such as {@code Code segment}
         */
        public String label() {
            return label;
        }

        /**
         * The kind that has this word.
         *
         * @param label as {@link #label} gives it
         * @return null for any other word
         */
        public static Kind named(String label) {
            for (Kind kind : values()) {
                if (kind.label.equals(label)) {
                    return kind;
                }
            }
            return null;
        }
    }

    /**
     * Writes a reading.
     *
     * @param reading of a process
     * @return its rows, without what is unknown
     */
    public static List<JvmRow> of(JvmReading reading) {
        List<JvmRow> rows = new ArrayList<>();
        for (CodeSegment each : reading.segments()) {
            rows.add(new JvmRow(Kind.SEGMENT, each.name(), 0, each.usedBytes(), each.limitBytes(), Accuracy.EXACT));
        }
        CompiledPackage others = reading.otherPackages();
        for (CompiledPackage each : reading.packages()) {
            if (rows.size() - reading.segments().size() < MOST_PACKAGES) {
                rows.add(exact(Kind.PACKAGE, each.name(), each.methods(), each.bytes()));
            } else {
                others = others.plus(each.methods(), each.bytes());
            }
        }
        if (others.methods() > 0) {
            rows.add(exact(Kind.OTHER_PACKAGES, "", others.methods(), others.bytes()));
        }
        if (reading.queued() != Statement.UNKNOWN) {
            rows.add(exact(Kind.QUEUE, "", reading.queued(), 0));
        }
        if (reading.compilerBytes() != Statement.UNKNOWN) {
            rows.add(exact(Kind.COMPILERS, "", 0, reading.compilerBytes()));
        }
        if (reading.compilerPeak() != null) {
            rows.add(exact(
                    Kind.PEAK,
                    reading.compilerPeak().method(),
                    0,
                    reading.compilerPeak().bytes()));
        }
        if (reading.strings() != null) {
            Entries strings = reading.strings();
            rows.add(new JvmRow(
                    Kind.STRINGS,
                    "",
                    strings.count(),
                    strings.bytesBesideHeap(),
                    Statement.UNKNOWN,
                    Accuracy.ESTIMATE));
        }
        if (reading.symbols() != null) {
            rows.add(exact(
                    Kind.SYMBOLS,
                    "",
                    reading.symbols().count(),
                    reading.symbols().bytes()));
        }
        if (!reading.collector().isEmpty()) {
            rows.add(exact(Kind.COLLECTOR, reading.collector(), 0, 0));
        }
        for (Structure each : reading.structures()) {
            rows.add(new JvmRow(Kind.STRUCTURE, each.name(), 0, each.bytes(), each.reservedBytes(), each.accuracy()));
        }
        return rows;
    }

    private static JvmRow exact(Kind kind, String name, long count, long bytes) {
        return new JvmRow(kind, name, count, bytes, Statement.UNKNOWN, Accuracy.EXACT);
    }

    /**
     * Reads a reading. A segment's peak is its use, and the bytes of strings and symbols are not divided.
     *
     * @param rows in their order
     * @return with unknowns for what no row tells
     */
    public static JvmReading read(List<JvmRow> rows) {
        List<CodeSegment> segments = new ArrayList<>();
        List<CompiledPackage> packages = new ArrayList<>();
        List<Structure> structures = new ArrayList<>();
        CompiledPackage others = JvmReading.UNKNOWN.otherPackages();
        long queued = Statement.UNKNOWN;
        long compilers = Statement.UNKNOWN;
        CompilerPeak peak = null;
        Entries strings = null;
        Entries symbols = null;
        String collector = "";
        for (JvmRow row : rows) {
            switch (row.kind) {
                case SEGMENT -> segments.add(new CodeSegment(row.name, row.limitBytes, row.bytes, row.bytes));
                case PACKAGE -> packages.add(new CompiledPackage(row.name, row.count, row.bytes));
                case OTHER_PACKAGES -> others = others.plus(row.count, row.bytes);
                case QUEUE -> queued = row.count;
                case COMPILERS -> compilers = row.bytes;
                case PEAK -> peak = new CompilerPeak(row.bytes, row.name);
                case STRINGS -> strings = new Entries(row.count, row.bytes, 0);
                case SYMBOLS -> symbols = new Entries(row.count, row.bytes, 0);
                case COLLECTOR -> collector = row.name;
                case STRUCTURE -> structures.add(new Structure(row.name, row.bytes, row.limitBytes, row.accuracy));
                default -> throw new IllegalStateException(row.kind.label);
            }
        }
        return new JvmReading(
                segments, packages, others, queued, compilers, peak, strings, symbols, collector, structures);
    }
}
