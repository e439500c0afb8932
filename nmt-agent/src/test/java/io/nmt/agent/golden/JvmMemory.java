package io.nmt.agent.golden;

import static io.nmt.agent.golden.Fixed.MB;

import io.nmt.report.model.Accuracy;
import io.nmt.report.model.JvmReading;
import io.nmt.report.model.JvmReading.CodeSegment;
import io.nmt.report.model.JvmReading.CompiledPackage;
import io.nmt.report.model.JvmReading.CompilerPeak;
import io.nmt.report.model.JvmReading.Entries;
import io.nmt.report.model.JvmReading.Structure;
import io.nmt.testkit.plants.FixedPast;
import java.util.List;

/** The JVM's own memory of a process. */
public final class JvmMemory {
    private JvmMemory() {}

    /** Code nears its limit, strings and symbols are many. */
    public static JvmReading growing() {
        return reading(112, 90, 50);
    }

    /** Its past, in which code and strings grow, and symbols have become more at once. */
    public static FixedPast past() {
        return FixedPast.of(60)
                .code(i -> 54 * MB + i * MB)
                .strings(i -> 40 * MB + i * MB)
                .compilers(i -> 15 * MB + i % 4 * MB)
                .collector(i -> 9 * MB + i * MB / 60)
                .symbols(i -> i < 30 ? 15 * MB : 56 * MB);
    }

    /** A past in which nothing grows. */
    public static FixedPast quietPast() {
        return FixedPast.of(60).code(i -> 4 * MB);
    }

    /** A JVM that tells little. */
    public static JvmReading quiet() {
        return new JvmReading(
                List.of(new CodeSegment("all", 48 * MB, 4 * MB, 5 * MB)),
                List.of(),
                new CompiledPackage("", 0, 0),
                -1,
                -1,
                null,
                null,
                null,
                "",
                List.of());
    }

    private static JvmReading reading(long code, long strings, long symbols) {
        return new JvmReading(
                List.of(
                        new CodeSegment("non-profiled nmethods", 117 * MB, code * MB, code * MB),
                        new CodeSegment("non-nmethods", 6 * MB, 2 * MB, 2 * MB)),
                List.of(
                        new CompiledPackage("com.acme.rules", 41_000, code * MB / 2),
                        new CompiledPackage("java.util", 30_000, code * 2 * MB / 5),
                        new CompiledPackage("java.lang", 300, MB / 2)),
                new CompiledPackage("", 20, MB / 4),
                12,
                18 * MB,
                new CompilerPeak(91 * MB, "C2 com.acme.rules.Rule::eval"),
                new Entries(600_000, 10 * MB, strings * MB),
                new Entries(400_000, 6 * MB, symbols * MB),
                "g1, 2 threads, regions of 4M",
                List.of(
                        new Structure("Collector, malloc", 7 * MB, -1, Accuracy.ESTIMATE),
                        new Structure("Card table, mark bits", 3 * MB, 34 * MB, Accuracy.EXACT)));
    }
}
