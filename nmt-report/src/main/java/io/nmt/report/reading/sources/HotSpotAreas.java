package io.nmt.report.reading.sources;

import io.nmt.report.model.Component;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The memory areas of HotSpot, from {@code VM.info}, {@code GC.heap_info} and {@code Compiler.codecache}. None of them
 * stops the application; together they need some 10 ms.
 */
public final class HotSpotAreas {
    private static final String HEX = "(?:0x)?([0-9a-fA-F]{8,16})";

    // "garbage-first heap   total 397312K, used 7632K [0x0000000687400000, 0x0000000800000000)", and so for each
    // generation of other collectors; what is indented further (or, in JDK 25, says "% used [") are parts of these.
    private static final Pattern HEAP = Pattern.compile(
            "(?m)^ ?(\\S[^\\[\\n]*?) +(?:total|used) [^\\[\\n]+\\[" + HEX + ",(?:[^)\\n]*,)? ?" + HEX + "\\)");
    private static final Pattern SHENANDOAH =
            Pattern.compile("(?m)^Reserved region:\\s+- \\[" + HEX + ", " + HEX + "\\)");
    private static final Pattern ALL_OF_HEAP = Pattern.compile("(?m)^Heap address: " + HEX + ", size: (\\d+) MB");
    private static final Pattern ARCHIVE =
            Pattern.compile("(?m)^CDS archive\\(s\\) mapped at: \\[" + HEX + "-(?:0x[0-9a-f]+-)?" + HEX + "\\)");
    private static final Pattern CLASS_SPACE =
            Pattern.compile("(?m)^Compressed class space mapped at: " + HEX + "-" + HEX);
    private static final Pattern CARDS = Pattern.compile("(?m)^Card table byte_map: \\[" + HEX + "," + HEX + "\\]");
    private static final Pattern MARK_BITS =
            Pattern.compile("(?m)^ *(?:Prev |Next |Begin |End )?Bits: +\\[" + HEX + ", ?" + HEX + "\\)");
    private static final Pattern CODE = Pattern.compile("bounds \\[" + HEX + ", " + HEX + ", " + HEX + "\\]");

    private final List<Area> areas = new ArrayList<>();

    private HotSpotAreas() {}

    /** From {@code start} up to {@code end}, reserved for one thing. */
    public record Area(long start, long end, Component component) {}

    /** The output of two of the commands. */
    public record Outputs(String heapInfo, String codeCache) {}

    public static Outputs read() {
        return new Outputs(DiagnosticCommands.run("gcHeapInfo"), DiagnosticCommands.run("compilerCodecache"));
    }

    /** From the outputs of the three commands. */
    public static HotSpotAreas parse(String vmInfo, String heapInfo, String codeCache) {
        HotSpotAreas areas = new HotSpotAreas();
        areas.addHeap(heapInfo, vmInfo);
        areas.addAll(CLASS_SPACE.matcher(vmInfo), Component.CLASS_SPACE);
        areas.addAll(ARCHIVE.matcher(vmInfo), Component.CDS);
        areas.addAll(CARDS.matcher(vmInfo), Component.GC);
        areas.addAll(MARK_BITS.matcher(vmInfo), Component.GC);
        Matcher code = CODE.matcher(codeCache);
        while (code.find()) {
            areas.add(hex(code.group(1)), hex(code.group(3)), Component.CODE_CACHE);
        }
        return areas;
    }

    /** The areas, the most particular first where they overlap. */
    public List<Area> list() {
        return areas;
    }

    private void addHeap(String heapInfo, String vmInfo) {
        Matcher part = HEAP.matcher(heapInfo);
        while (part.find()) {
            add(hex(part.group(2)), hex(part.group(3)), generation(part.group(1)));
        }
        addAll(SHENANDOAH.matcher(heapInfo), Component.JAVA_HEAP);
        Matcher all = ALL_OF_HEAP.matcher(vmInfo);
        if (all.find()) {
            long start = hex(all.group(1));
            add(start, start + (Long.parseLong(all.group(2)) << 20), Component.JAVA_HEAP);
        }
    }

    private static Component generation(String name) {
        return switch (name) {
            case "PSYoungGen", "def new generation", "DefNew" -> Component.JAVA_HEAP_YOUNG;
            case "ParOldGen", "PSOldGen", "tenured generation", "Tenured" -> Component.JAVA_HEAP_OLD;
            default -> Component.JAVA_HEAP;
        };
    }

    private void addAll(Matcher ranges, Component component) {
        while (ranges.find()) {
            add(hex(ranges.group(1)), hex(ranges.group(2)), component);
        }
    }

    private void add(long start, long end, Component component) {
        if (start < end) {
            areas.add(new Area(start, end, component));
        }
    }

    private static long hex(String digits) {
        return Long.parseUnsignedLong(digits, 16);
    }
}
