package io.nmt.report.reading;

import io.nmt.core.mappings.PageMap;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.leaks.HeapRoom;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.CodeOwner;
import io.nmt.report.model.Component;
import io.nmt.report.model.JvmReading;
import io.nmt.report.model.JvmReading.CompiledPackage;
import io.nmt.report.model.JvmReading.Structure;
import io.nmt.report.model.Statement;
import io.nmt.report.past.History;
import io.nmt.report.reading.division.JvmEstimate;
import io.nmt.report.reading.sources.DiagnosticCommands;
import io.nmt.report.reading.sources.HotSpotAreas;
import io.nmt.report.reading.sources.HotSpotUsage;
import io.nmt.report.reading.sources.JvmFigures;
import io.nmt.report.reading.sources.JvmScale;
import io.nmt.report.reading.sources.JvmTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * Reads the JVM's own memory in this process. Thread-safe.
 *
 * <p>Strings and symbols are asked by the rule of {@link TableReader}, compiled methods up to 100,000, while the heap
 * has room.
 */
public final class JvmReader {
    private static final int MOST_METHODS = 100_000; // 15 MB of text
    private static final int MOST_METHODS_OFTEN = 20_000; // some 30 ms, in which no safepoint begins
    private static final int PERCENT = 100;
    private static final int SHOWN_PACKAGES = 1_000;
    private static final String OF_COLLECTOR = "GC";
    private static final String REMEMBERED_SETS = "GCCardSet"; // apart since JDK 20

    private JvmReader() {}

    /**
     * Reads all.
     *
     * @return as of now
     */
    public static JvmReading read() {
        return read(MOST_METHODS);
    }

    /**
     * Reads all, for what does it again and again: packages of compiled methods up to 20,000.
     *
     * @return as of now
     */
    public static JvmReading readOften() {
        return read(MOST_METHODS_OFTEN);
    }

    private static JvmReading read(int mostMethods) {
        String codeCache = DiagnosticCommands.run("compilerCodecache");
        List<CompiledPackage> packages = packages(codeCache, mostMethods);
        keepOwner(packages);
        CompiledPackage others = new CompiledPackage("", 0, 0);
        for (CompiledPackage each : packages.subList(Math.min(SHOWN_PACKAGES, packages.size()), packages.size())) {
            others = others.plus(each.methods(), each.bytes());
        }
        TableReader.Tables tables = TableReader.ofJvm().last();
        String vmInfo = DiagnosticCommands.run("vmInfo");
        JvmScale scale = JvmScale.ofThis(vmInfo, TrackerReader.loaderCount());
        return new JvmReading(
                JvmTables.segments(codeCache),
                packages.subList(0, Math.min(SHOWN_PACKAGES, packages.size())),
                others,
                JvmTables.queued(DiagnosticCommands.run("compilerQueue")),
                JvmTables.peak(DiagnosticCommands.run("compilerMemory")),
                tables.strings(),
                tables.symbols(),
                JvmScale.collectorText(vmInfo),
                structures(vmInfo, scale));
    }

    private static List<CompiledPackage> packages(String codeCache, int mostMethods) {
        return JvmTables.methods(codeCache) > mostMethods || HeapRoom.isShort()
                ? List.of()
                : JvmTables.packages(DiagnosticCommands.run("compilerCodelist"));
    }

    /** Reads the package with most compiled code, for {@link #lastCodeOwner}. Takes milliseconds. */
    public static void readCodeOwner() {
        keepOwner(packages(DiagnosticCommands.run("compilerCodecache"), MOST_METHODS));
    }

    private static void keepOwner(List<CompiledPackage> packages) {
        long all = packages.stream().mapToLong(CompiledPackage::bytes).sum();
        if (all > 0) {
            CompiledPackage most = packages.get(0);
            History.ofProcess().outcomes().keep(new CodeOwner(most.name(), PERCENT * most.bytes() / all));
        }
    }

    /**
     * The package with most compiled code, as it was read last.
     *
     * @return null if it was not read
     */
    public static CodeOwner lastCodeOwner() {
        return History.ofProcess().outcomes().last(CodeOwner.class);
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
        addTables(structures, vmInfo);
        return structures;
    }

    /** Tables of the whole heap that may be: pages of a part that is not used are not in memory. */
    private static void addTables(List<Structure> structures, String vmInfo) {
        long reserved = 0;
        long resident = 0;
        boolean isKnown = true;
        try (PageMap pages = new PageMap()) {
            for (HotSpotAreas.Area area : HotSpotAreas.parse(vmInfo, "", "").list()) {
                if (area.component() == Component.GC) {
                    BitSet present = pages.present(area.start(), area.end());
                    isKnown &= present != null;
                    resident += present == null ? 0 : present.cardinality() * PageMap.PAGE_BYTES;
                    reserved += area.end() - area.start();
                }
            }
        } catch (IOException e) {
            isKnown = false;
        }
        if (reserved > 0) {
            structures.add(new Structure(
                    "Card table, mark bits",
                    isKnown ? resident : reserved,
                    reserved,
                    isKnown ? Accuracy.EXACT : Accuracy.BOUNDED));
        }
    }

    private static void add(List<Structure> structures, String name, long bytes, Accuracy accuracy) {
        if (bytes > 0) {
            structures.add(new Structure(name, bytes, Statement.UNKNOWN, accuracy));
        }
    }
}
