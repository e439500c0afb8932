package io.nmt.report.reading;

import io.nmt.core.reader.TrackerReader;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Component;
import io.nmt.report.model.JvmPast;
import io.nmt.report.model.JvmReading;
import io.nmt.report.model.JvmReading.CompiledPackage;
import io.nmt.report.model.JvmReading.Entries;
import io.nmt.report.model.JvmReading.Structure;
import io.nmt.report.past.History;
import io.nmt.report.reading.division.JvmEstimate;
import io.nmt.report.reading.sources.DiagnosticCommands;
import io.nmt.report.reading.sources.HotSpotAreas;
import io.nmt.report.reading.sources.HotSpotUsage;
import io.nmt.report.reading.sources.JvmFigures;
import io.nmt.report.reading.sources.JvmScale;
import io.nmt.report.reading.sources.JvmTables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads the JVM's own memory in this process. Thread-safe.
 *
 * <p>The JVM tells strings and symbols in safepoints: up to 0.3 µs for each. So they are asked only by the command that
 * wants to know them, and again when a hundred times as long has passed as it took. Compiled methods are asked up to
 * 100,000.
 */
public final class JvmReader {
    private static final int MOST_METHODS = 100_000; // 15 MB of text
    private static final int SHOWN_PACKAGES = 1_000;
    private static final String OF_COLLECTOR = "GC";
    private static final String REMEMBERED_SETS = "GCCardSet"; // apart since JDK 20

    private static final int TIMES_AS_LONG = 100;

    private static Tables last; // null if they were not read; guarded by the class

    private JvmReader() {}

    /** The tables at one time, and the time that they took. */
    private record Tables(Entries strings, Entries symbols, long nanoTime, long tookNanos) {}

    /**
     * Reads all, and keeps its sums for the next time.
     *
     * @return as of now, with what was read before
     */
    public static JvmPast read() {
        JvmReading reading = now();
        JvmPast past = JvmPast.of(History.ofProcess().outcomes().last(JvmPast.class), reading);
        History.ofProcess().outcomes().keep(past);
        return past;
    }

    private static JvmReading now() {
        String codeCache = DiagnosticCommands.run("compilerCodecache");
        List<CompiledPackage> packages = JvmTables.methods(codeCache) > MOST_METHODS
                ? List.of()
                : JvmTables.packages(DiagnosticCommands.run("compilerCodelist"));
        CompiledPackage others = new CompiledPackage("", 0, 0);
        for (CompiledPackage each : packages.subList(Math.min(SHOWN_PACKAGES, packages.size()), packages.size())) {
            others = others.plus(each.methods(), each.bytes());
        }
        Tables tables = tables();
        String vmInfo = DiagnosticCommands.run("vmInfo");
        JvmScale scale = JvmScale.ofThis(vmInfo, TrackerReader.loaderCount());
        return new JvmReading(
                System.nanoTime(),
                JvmTables.segments(codeCache),
                packages.subList(0, Math.min(SHOWN_PACKAGES, packages.size())),
                others,
                JvmTables.queued(DiagnosticCommands.run("compilerQueue")),
                JvmTables.peak(DiagnosticCommands.run("compilerMemory")),
                tables.strings,
                tables.symbols,
                JvmScale.collectorText(vmInfo),
                structures(vmInfo, scale));
    }

    private static synchronized Tables tables() {
        long start = System.nanoTime();
        if (last == null || start - last.nanoTime > TIMES_AS_LONG * last.tookNanos) {
            Entries strings = JvmTables.entries(DiagnosticCommands.run("vmStringtable"));
            Entries symbols = JvmTables.entries(DiagnosticCommands.run("vmSymboltable"));
            long end = System.nanoTime();
            // While it makes a table larger, the JVM does not tell of it.
            last = new Tables(
                    strings == null && last != null ? last.strings : strings,
                    symbols == null && last != null ? last.symbols : symbols,
                    end,
                    end - start);
        }
        return last;
    }

    private static List<Structure> structures(String vmInfo, JvmScale scale) {
        List<Structure> structures = new ArrayList<>();
        HotSpotUsage counted = HotSpotUsage.read();
        if (counted != null) {
            Map<String, Long> byType = counted.mallocByType();
            add(structures, "Collector, malloc", byType.getOrDefault(OF_COLLECTOR, 0L), Accuracy.EXACT);
            add(structures, "Remembered sets", byType.getOrDefault(REMEMBERED_SETS, 0L), Accuracy.EXACT);
        } else {
            long bytes = JvmEstimate.collectorBytes(JvmFigures.read(), scale);
            add(structures, "Collector, malloc", bytes, Accuracy.ESTIMATE);
        }
        long tables = 0;
        for (HotSpotAreas.Area area : HotSpotAreas.parse(vmInfo, "", "").list()) {
            tables += area.component() == Component.GC ? area.end() - area.start() : 0;
        }
        // For the whole heap that may be; pages of a part that is not used are not in memory.
        add(structures, "Card table, mark bits", tables, Accuracy.BOUNDED);
        return structures;
    }

    private static void add(List<Structure> structures, String name, long bytes, Accuracy accuracy) {
        if (bytes > 0) {
            structures.add(new Structure(name, bytes, accuracy));
        }
    }
}
