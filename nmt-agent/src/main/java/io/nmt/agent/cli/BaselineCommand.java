package io.nmt.agent.cli;

import picocli.CommandLine.Command;

/** Marks the moment to compare with. */
@Command(
        name = "baseline",
        description = "Keep the figures of now in the process, for the command diff to compare with.")
public final class BaselineCommand extends ProcessCommand {}
