package io.nmt.report.reading.sources;

import io.nmt.report.model.LoaderStats;
import io.nmt.report.model.LoaderStats.OfClass;
import java.util.HashMap;
import java.util.Map;
import java.util.StringTokenizer;

/**
 * Reads the text of {@code VM.classloader_stats}, which the JVM writes in a safepoint: 1 µs for each loader. Pure
 * functions.
 */
public final class ClassLoaderStats {
    static final String OTHERS = "(other classes)";

    private static final int MOST_CLASSES = 10_000;
    private static final String TOTAL = "\nTotal = ";
    private static final String HIDDEN = "+ hidden classes";
    private static final String POINTER = "0x";
    private static final int POINTERS = 3; // of its class, of its parent's, of its data

    private ClassLoaderStats() {}

    /**
     * Reads it.
     *
     * @param text of the command
     * @param unitBytes of its figures: the JVM of JDK 17 tells words, that of others bytes
     * @param nanoTime of the text
     * @return null if the text has no loader, or other rows than its total says: a class's name may end a line
     */
    public static LoaderStats parse(String text, int unitBytes, long nanoTime) {
        Map<String, OfClass> classes = new HashMap<>();
        OfClass hidden = LoaderStats.NO_LOADERS;
        String loader = null;
        int rows = 0;
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            end = end < 0 ? text.length() : end;
            String line = text.substring(start, end);
            start = end + 1;
            if (line.startsWith(POINTER)) {
                loader = add(classes, line);
                rows++;
            } else if (loader != null && line.endsWith(HIDDEN)) {
                OfClass some = hidden(line);
                classes.merge(loader, some, OfClass::plus);
                hidden = hidden.plus(some);
            }
        }
        classes.replaceAll((name, all) -> inBytes(all, unitBytes));
        OfClass each = inBytes(
                new OfClass(
                        hidden.hiddenClasses(), 0, hidden.hiddenClasses(), hidden.metaspaceBytes(), hidden.usedBytes()),
                unitBytes);
        return classes.isEmpty() || rows != total(text, rows)
                ? null
                : new LoaderStats(nanoTime, classes, each, Map.of());
    }

    /** Returns how many rows the last line of the table says there are. */
    private static long total(String text, int rows) {
        int start = text.lastIndexOf(TOTAL);
        return start < 0 ? rows : number(new StringTokenizer(text.substring(start + TOTAL.length())));
    }

    private static OfClass inBytes(OfClass all, int unitBytes) {
        return new OfClass(
                all.loaders(),
                all.loadedClasses(),
                all.hiddenClasses(),
                all.metaspaceBytes() * unitBytes,
                all.usedBytes() * unitBytes);
    }

    private static String add(Map<String, OfClass> classes, String line) {
        StringTokenizer tokens = new StringTokenizer(line);
        for (int i = 0; i < POINTERS && tokens.hasMoreTokens(); i++) {
            tokens.nextToken();
        }
        long loaded = number(tokens);
        long committed = number(tokens);
        long used = number(tokens);
        String name = tokens.hasMoreTokens() ? tokens.nextToken("\n").trim() : "";
        boolean isNamed = !name.isEmpty() && (classes.containsKey(name) || classes.size() < MOST_CLASSES);
        String key = isNamed ? name : OTHERS;
        classes.merge(key, new OfClass(loaded > 0 ? 1 : 0, loaded, 0, committed, used), OfClass::plus);
        return key;
    }

    /** The classes of a loader that may go before it does. */
    private static OfClass hidden(String line) {
        StringTokenizer tokens = new StringTokenizer(line);
        return new OfClass(0, 0, number(tokens), number(tokens), number(tokens));
    }

    private static long number(StringTokenizer tokens) {
        try {
            return tokens.hasMoreTokens() ? Math.max(0, Long.parseLong(tokens.nextToken())) : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
