package io.nmt.bench.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * One event as {@code jfr print} shows it:
 *
 * <pre>
 * nmt.NativeMemoryUsageTotal {
 *   startTime = 12:57:31.420 (2026-11-21)
 *   reserved = 32.0 kB
 *   committed = 32.0 kB
 *   count = 1
 * }
 * </pre>
 *
 * @param name of the event's type
 * @param lines all of them, the braces included
 */
record PrintedEvent(String name, List<String> lines) {
    private static final String BEGIN = " {";
    private static final String END = "}";

    /**
     * Reads the output of {@code jfr print}.
     *
     * @param output its lines
     * @return the events in the same order
     */
    static List<PrintedEvent> parse(List<String> output) {
        List<PrintedEvent> events = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (String line : output) {
            if (!line.isEmpty()) {
                lines.add(line);
            }
            if (line.equals(END)) {
                String first = lines.get(0);
                events.add(new PrintedEvent(first.substring(0, first.length() - BEGIN.length()), List.copyOf(lines)));
                lines.clear();
            }
        }
        return events;
    }

    /**
     * The value of a field as it is printed, without quotes.
     *
     * @param field its name
     * @return the value, or an empty string if there is no such field
     */
    String value(String field) {
        String start = "  " + field + " = ";
        return lines.stream()
                .filter(line -> line.startsWith(start))
                .map(line -> line.substring(start.length()).replace("\"", ""))
                .findFirst()
                .orElse("");
    }
}
