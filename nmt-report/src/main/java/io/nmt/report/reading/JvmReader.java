package io.nmt.report.reading;

import io.nmt.report.leaks.HeapRoom;
import io.nmt.report.model.CodeOwner;
import io.nmt.report.model.JvmReading;
import io.nmt.report.model.JvmReading.CompiledPackage;
import io.nmt.report.past.History;
import io.nmt.report.reading.sources.DiagnosticCommands;
import io.nmt.report.reading.sources.JvmTables;
import java.util.List;

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
        PartReader.Parts parts = PartReader.ofJvm().read();
        return new JvmReading(
                JvmTables.segments(codeCache),
                packages.subList(0, Math.min(SHOWN_PACKAGES, packages.size())),
                others,
                parts.queued(),
                parts.compilerBytes(),
                parts.compilerPeak(),
                tables.strings(),
                tables.symbols(),
                parts.collector(),
                parts.structures());
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
}
