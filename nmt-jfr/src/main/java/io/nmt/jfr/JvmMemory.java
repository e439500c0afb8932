package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A part of the JVM's own memory. */
@Name("nmt.JvmMemory")
@Label("Memory of the JVM")
@Description("A part of the JVM's own memory: compiled code, compilers, interned strings, symbols, the collector")
final class JvmMemory extends MemoryEvent {
    @Label("Rank")
    @Description("1 for the first part of a reading")
    int rank;

    @Label("Kind")
    @Description("Code segment, Compiled package, Other packages, Compile queue, Compilers, Compiler's peak,"
            + " Interned strings, Symbols, Collector, Collector's table")
    String kind;

    @Label("Name")
    @Description("Name of a segment, package, method, collector or table; else empty")
    String name;

    @Label("Count")
    @Description("Compiled methods, waiting methods, or entries of a table; 0 where none are counted")
    long count;

    @Label("Bytes")
    @DataAmount(DataAmount.BYTES)
    long bytes;

    @Label("Limit")
    @Description("Bytes that it may have; -1 where there is no limit")
    @DataAmount(DataAmount.BYTES)
    long limit;

    @Label("Accuracy")
    @Description("exact, at most, estimate or unknown")
    String accuracy;
}
