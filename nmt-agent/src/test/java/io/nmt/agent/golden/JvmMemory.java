package io.nmt.agent.golden;

import static io.nmt.agent.golden.Fixed.MB;
import static io.nmt.agent.golden.Fixed.MINUTE;

import io.nmt.report.model.Accuracy;
import io.nmt.report.model.JvmPast;
import io.nmt.report.model.JvmReading;
import io.nmt.report.model.JvmReading.CodeSegment;
import io.nmt.report.model.JvmReading.CompiledPackage;
import io.nmt.report.model.JvmReading.CompilerPeak;
import io.nmt.report.model.JvmReading.Entries;
import io.nmt.report.model.JvmReading.Structure;
import java.util.List;

/** The JVM's own memory of a process. */
public final class JvmMemory {
    private JvmMemory() {}

    /** Strings grow, code nears its limit, symbols are many and were less. */
    public static JvmPast growing() {
        JvmPast first = JvmPast.of(null, reading(0, 40, 40, 10));
        JvmPast second = JvmPast.of(first, reading(2 * MINUTE, 80, 60, 9));
        return JvmPast.of(second, reading(4 * MINUTE, 112, 90, 50));
    }

    /** The first question, of a JVM that tells little. */
    public static JvmPast quiet() {
        return JvmPast.of(
                null,
                new JvmReading(
                        0,
                        List.of(new CodeSegment("all", 48 * MB, 4 * MB, 5 * MB)),
                        List.of(),
                        new CompiledPackage("", 0, 0),
                        -1,
                        null,
                        null,
                        null,
                        "",
                        List.of()));
    }

    private static JvmReading reading(long nanoTime, long code, long strings, long symbols) {
        return new JvmReading(
                nanoTime,
                List.of(
                        new CodeSegment("non-profiled nmethods", 117 * MB, code * MB, code * MB),
                        new CodeSegment("non-nmethods", 6 * MB, 2 * MB, 2 * MB)),
                List.of(
                        new CompiledPackage("com.acme.rules", 41_000, code * MB / 2),
                        new CompiledPackage("java.util", 400, MB),
                        new CompiledPackage("java.lang", 300, MB / 2)),
                new CompiledPackage("", 20, MB / 4),
                12,
                new CompilerPeak(91 * MB, "C2 com.acme.rules.Rule::eval"),
                new Entries(600_000, 10 * MB, strings * MB),
                new Entries(400_000, 6 * MB, symbols * MB),
                "g1, 2 threads, regions of 4M",
                List.of(
                        new Structure("Collector, malloc", 7 * MB, Accuracy.ESTIMATE),
                        new Structure("Card table, mark bits", 34 * MB, Accuracy.BOUNDED)));
    }
}
