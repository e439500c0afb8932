package io.nmt.cli.options;

import java.util.Map;
import picocli.CommandLine.Option;

/** How much of a long list is shown. */
public final class ListLength {
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
}
