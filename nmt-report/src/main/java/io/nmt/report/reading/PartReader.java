package io.nmt.report.reading;

import io.nmt.core.mappings.PageMap;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Component;
import io.nmt.report.model.JvmReading.CompilerPeak;
import io.nmt.report.model.JvmReading.Structure;
import io.nmt.report.model.Statement;
import io.nmt.report.reading.division.JvmEstimate;
import io.nmt.report.reading.sources.DiagnosticCommands;
import io.nmt.report.reading.sources.HotSpotAreas;
import io.nmt.report.reading.sources.HotSpotUsage;
import io.nmt.report.reading.sources.JvmFigures;
import io.nmt.report.reading.sources.JvmScale;
import io.nmt.report.reading.sources.JvmTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Reads memory of compilers and of the collector. It takes some 10 ms, and JDK 17 stops the application for the compile
 * queue. So the history reads once a minute. Thread-safe.
 */
public final class PartReader {
    static final long HISTORY_NANOS = 60_000_000_000L;
    static final long FIRST_NANOS = 20_000_000_000L; // what ends earlier is not asked

    private static final String OF_COLLECTOR = "GC";
    private static final String REMEMBERED_SETS = "GCCardSet"; // apart since JDK 20
    private static final String OF_COMPILERS = "Compiler";

    private static final PartReader OF_JVM = new PartReader(PartReader::readJvm, System::nanoTime);

    private final Supplier<Parts> source;
    private final LongSupplier clock;
    private final long madeNanos;

    // Guarded by this.
    private Parts unseen; // by the history
    private boolean isRead;
    private long endNanos;

    /**
     * The parts at one time.
     *
     * @param queued methods that wait for a compiler; {@link Statement#UNKNOWN} if unknown
     * @param compilerBytes that compilers have; {@link Statement#UNKNOWN} if the JVM does not count them
     * @param compilerPeak the most that compiling a method took; null if the JVM does not count it
     * @param collector its name, threads and regions
     * @param structures of the collector
     */
    public record Parts(
            long queued, long compilerBytes, CompilerPeak compilerPeak, String collector, List<Structure> structures) {}

    /** Takes the parts, and a clock in nanoseconds. */
    PartReader(Supplier<Parts> source, LongSupplier clock) {
        this.source = source;
        this.clock = clock;
        this.madeNanos = clock.getAsLong();
    }

    /**
     * The reader of this JVM.
     *
     * @return always the same
     */
    public static PartReader ofJvm() {
        return OF_JVM;
    }

    /**
     * Reads them.
     *
     * @return as of now
     */
    public synchronized Parts read() {
        Parts parts = source.get();
        unseen = parts;
        isRead = true;
        endNanos = clock.getAsLong();
        return parts;
    }

    /**
     * Takes what was read since the last call, and reads where that is a minute ago.
     *
     * @param mayRead whether to read
     * @return null if there is nothing new
     */
    public synchronized Parts next(boolean mayRead) {
        long now = clock.getAsLong();
        boolean isDue = isRead ? now - endNanos >= HISTORY_NANOS : now - madeNanos >= FIRST_NANOS;
        Parts parts = unseen == null && isDue && mayRead ? read() : unseen;
        unseen = null;
        return parts;
    }

    private static Parts readJvm() {
        String vmInfo = DiagnosticCommands.run("vmInfo");
        HotSpotUsage counted = HotSpotUsage.read();
        return new Parts(
                JvmTables.queued(DiagnosticCommands.run("compilerQueue")),
                counted == null ? Statement.UNKNOWN : bytes(counted, OF_COMPILERS),
                JvmTables.peak(DiagnosticCommands.run("compilerMemory")),
                JvmScale.collectorText(vmInfo),
                structures(vmInfo, counted));
    }

    private static long bytes(HotSpotUsage counted, String type) {
        return counted.mallocByType().getOrDefault(type, 0L);
    }

    private static List<Structure> structures(String vmInfo, HotSpotUsage counted) {
        List<Structure> structures = new ArrayList<>();
        if (counted != null) {
            add(structures, "Collector, malloc", bytes(counted, OF_COLLECTOR), Accuracy.EXACT);
            add(structures, "Remembered sets", bytes(counted, REMEMBERED_SETS), Accuracy.EXACT);
        } else {
            JvmScale scale = JvmScale.ofThis(vmInfo, TrackerReader.loaderCount(), 0);
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
                    long present = pages.presentBytes(area.start(), area.end());
                    isKnown &= present >= 0;
                    resident += Math.max(0, present);
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
