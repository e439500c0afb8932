package io.nmt.cli;

import java.util.Map;
import picocli.CommandLine.Option;

/** Whether the calls that led to a site are shown. */
final class StackOption {
    @Option(names = "--stacks", description = "Show the calls that led to each site, too, and the threads.")
    private boolean stacks;

    void addTo(Map<String, String> options) {
        if (stacks) {
            options.put("stacks", "true");
        }
    }
}
