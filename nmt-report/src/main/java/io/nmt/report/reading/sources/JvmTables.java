package io.nmt.report.reading.sources;

import io.nmt.report.model.JvmReading.CodeSegment;
import io.nmt.report.model.JvmReading.CompiledPackage;
import io.nmt.report.model.JvmReading.CompilerPeak;
import io.nmt.report.model.JvmReading.Entries;
import io.nmt.report.model.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the texts of {@code jcmd} on compiled code, compilers, interned strings and symbols. Pure functions. */
public final class JvmTables {
    /** The most packages that are told apart. */
    public static final int MOST_PACKAGES = 10_000;

    static final String OTHERS = "(other packages)";

    private static final String DEFAULT_PACKAGE = "(default package)";
    private static final Pattern SEGMENT =
            Pattern.compile("(?m)^(?:CodeHeap '(.*)'|CodeCache): size=(\\d+)Kb,? used=(\\d+)Kb,? max_used=(\\d+)Kb");
    private static final Pattern METHODS = Pattern.compile("nmethods=(\\d+)");
    private static final Pattern QUEUED = Pattern.compile("(?m)^ *\\d+ .*::");
    private static final Pattern ENTRIES =
            Pattern.compile("(?m)^Number of entries +: +(\\d+) = +\\d+ bytes[^\\n]*\\nNumber of literals +: +\\d+ = +"
                    + "(\\d+) bytes[^\\n]*\\nTotal footprint +: += +(\\d+) bytes");
    private static final Pattern PEAK = Pattern.compile("(?m)^ +(c[12]) +(\\d+) .* (\\S+::\\S+)");
    private static final String CODE_CACHE = "all";
    private static final int HEX = 16;

    private JvmTables() {}

    /** Reads {@code Compiler.codecache}: the segments, or one for a cache without segments. */
    public static List<CodeSegment> segments(String text) {
        List<CodeSegment> segments = new ArrayList<>();
        Matcher line = SEGMENT.matcher(text);
        while (line.find()) {
            if (line.group(1) != null || segments.isEmpty()) {
                segments.add(new CodeSegment(
                        line.group(1) == null ? CODE_CACHE : line.group(1),
                        kilobytes(line.group(2)),
                        kilobytes(line.group(3)),
                        kilobytes(line.group(4))));
            }
        }
        return segments;
    }

    /** Reads {@code Compiler.codecache}: the number of compiled methods; 0 if unknown. */
    public static long methods(String text) {
        Matcher methods = METHODS.matcher(text);
        return methods.find() ? Long.parseLong(methods.group(1)) : 0;
    }

    /** Reads {@code Compiler.codelist}: compiled methods by package, those with most bytes first. */
    public static List<CompiledPackage> packages(String text) {
        Map<String, CompiledPackage> packages = new HashMap<>();
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            end = end < 0 ? text.length() : end;
            add(packages, text.substring(start, end));
            start = end + 1;
        }
        List<CompiledPackage> all = new ArrayList<>(packages.values());
        all.sort((one, other) -> Long.compare(other.bytes(), one.bytes()));
        return all;
    }

    /** A line: "14 4 2 java.lang.Object.&lt;init&gt;()V [0x7f01, 0x7f02 - 0x7f03]". */
    private static void add(Map<String, CompiledPackage> packages, String line) {
        int signature = line.indexOf('(');
        int bounds = line.lastIndexOf('[');
        int comma = line.indexOf(',', Math.max(0, bounds));
        int dash = line.lastIndexOf("- ");
        int close = line.lastIndexOf(']');
        if (signature < 0 || bounds < signature || comma < 0 || dash < comma || close < dash) {
            return;
        }
        String method = line.substring(line.lastIndexOf(' ', signature) + 1, signature);
        long bytes = address(line.substring(dash + 2, close)) - address(line.substring(bounds + 1, comma));
        if (bytes < 0) {
            return;
        }
        String name = packageOf(method);
        String key = packages.containsKey(name) || packages.size() < MOST_PACKAGES ? name : OTHERS;
        packages.put(
                key, packages.getOrDefault(key, new CompiledPackage(key, 0, 0)).plus(1, bytes));
    }

    private static String packageOf(String method) {
        int hidden = method.indexOf('+'); // of a hidden class, before its number
        int ofClass = hidden >= 0 ? hidden : method.lastIndexOf('.');
        int ofPackage = ofClass < 0 ? -1 : method.lastIndexOf('.', ofClass - 1);
        return ofPackage < 0 ? DEFAULT_PACKAGE : method.substring(0, ofPackage);
    }

    private static long address(String hex) {
        try {
            String digits = hex.strip();
            return Long.parseUnsignedLong(digits.startsWith("0x") ? digits.substring(2) : digits, HEX);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** Reads {@code Compiler.queue}: methods that wait; negative if it was not answered. */
    public static long queued(String text) {
        if (text.isEmpty()) {
            return Statement.UNKNOWN;
        }
        int queue = text.indexOf("compile queue:");
        Matcher method = QUEUED.matcher(queue < 0 ? "" : text.substring(queue));
        long count = 0;
        while (method.find()) {
            count++;
        }
        return count;
    }

    /** Reads {@code VM.stringtable} or {@code VM.symboltable}; null if it was not answered. */
    public static Entries entries(String text) {
        Matcher lines = ENTRIES.matcher(text);
        if (!lines.find()) {
            return null;
        }
        long content = Long.parseLong(lines.group(2));
        return new Entries(
                Long.parseLong(lines.group(1)), Math.max(0, Long.parseLong(lines.group(3)) - content), content);
    }

    /** Reads {@code Compiler.memory}: the method that took most; null where the JVM does not count it. */
    public static CompilerPeak peak(String text) {
        CompilerPeak most = null;
        Matcher line = PEAK.matcher(text);
        while (line.find()) {
            long bytes = Long.parseLong(line.group(2));
            if (most == null || bytes > most.bytes()) {
                String method = line.group(3).replaceFirst("\\(.*", "").replace('/', '.');
                most = new CompilerPeak(bytes, line.group(1).replace('c', 'C') + " " + method);
            }
        }
        return most;
    }

    private static long kilobytes(String digits) {
        return Long.parseLong(digits) << 10;
    }
}
