package io.nmt.cli.options;

import java.util.Map;
import picocli.CommandLine.Option;

/** The option to show the calls that led to a site. */
public final class StackOption {
    @Option(names = "--stacks", description = "Show the calls that led to each site, too, and the threads.")
    private boolean stacks;

    /** Tells whether it was given. */
    public boolean isGiven() {
        return stacks;
    }

    public void addTo(Map<String, String> options) {
        if (stacks) {
            options.put("stacks", "true");
        }
    }
}
