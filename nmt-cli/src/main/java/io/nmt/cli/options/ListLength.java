package io.nmt.cli.options;

import java.util.Map;
import picocli.CommandLine.Option;

/** The number of shown rows of a long list. */
public final class ListLength {
    private static final int USUAL_ROWS = 10;

    @Option(
            names = "--top",
            paramLabel = "N",
            converter = WholeNumber.FromZero.class,
            description = "The rows of a long list, 10 if not given; 0 for all.")
    private Integer top;

    public void addTo(Map<String, String> options) {
        if (top != null) {
            options.put("top", top.toString());
        }
    }

    /** The rows to show. */
    public int rows() {
        return top == null ? USUAL_ROWS : top <= 0 ? Integer.MAX_VALUE : top;
    }
}
