package io.nmt.cli;

import java.util.Map;
import picocli.CommandLine.Option;

/** How much of a long list is shown. */
final class ListLength {
    @Option(
            names = "--top",
            paramLabel = "N",
            converter = WholeNumber.FromZero.class,
            description = "The rows of a long list, 10 if not given; 0 for all.")
    private Integer top;

    void addTo(Map<String, String> options) {
        ProcessCommand.add("top", top, options);
    }
}
