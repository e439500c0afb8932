package io.nmt.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The column "with 64 MB" of the table of bounds in docs/reliability.md. */
public final class DocumentedBounds {
    private static final Path PAGE = Path.of("..", "docs", "reliability.md");
    private static final int COLUMN = 4;

    private DocumentedBounds() {}

    /**
     * Compares a bound with the documented one. With some collectors the heap's limit is a little less than -Xmx.
     *
     * @param bound entries, in a heap of 64 MB
     * @param row that begins so
     * @param number of the figure in the column, from 0
     */
    public static void assertDocumented(long bound, String row, int number) {
        long documented = Long.parseLong(
                row(row).split("\\|")[COLUMN].strip().split(" and ")[number].replace(",", ""));
        assertThat(bound).as(row).isBetween(documented * 9 / 10, documented * 101 / 100);
    }

    private static String row(String start) {
        try {
            return Files.readAllLines(PAGE).stream()
                    .filter(line -> line.startsWith("| ".concat(start)))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no row " + start));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
