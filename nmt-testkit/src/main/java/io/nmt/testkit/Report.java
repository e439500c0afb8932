package io.nmt.testkit;

import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;

/** The printed report, read as a person reads it. */
public final class Report {
    /** The first words of every report. */
    public static final String TITLE = "Native memory outside the Java heap";

    private Report() {}

    /** Returns the cells of a row after its name, such as {@code [1,061, 2, 301,061, 3]}. */
    public static List<String> row(String category, String report) {
        return report.lines()
                .filter(line -> line.startsWith(category + "  "))
                .map(line ->
                        Arrays.asList(line.substring(category.length()).trim().split(" {2,}")))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("No row '" + category + "' in: " + report));
    }
}
