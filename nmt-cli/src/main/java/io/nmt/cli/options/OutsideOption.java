package io.nmt.cli.options;

import picocli.CommandLine.Option;

/** Reads a process without loading anything into it. */
public final class OutsideOption {
    @Option(
            names = "--outside",
            description = "Load nothing into the process: read /proc, and ask its JVM as jcmd does.")
    private boolean given;

    /** Tells whether it was typed. */
    public boolean isGiven() {
        return given;
    }
}
