package io.nmt.agent.cli;

import java.util.Map;
import picocli.CommandLine.Option;

/** A command that shows bytes in lists that may be long. */
abstract class ListReportCommand extends ScaledCommand {
    @Option(
            names = "--top",
            paramLabel = "N",
            converter = WholeNumber.FromZero.class,
            description = "The rows of a long list, 10 if not given; 0 for all.")
    private Integer top;

    @Override
    void addOptions(Map<String, String> options) {
        super.addOptions(options);
        add("top", top, options);
    }
}
