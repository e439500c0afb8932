package io.nmt.cli.commands;

import picocli.CommandLine.Command;

/** Marks the moment to compare with. */
@Command(name = "baseline", description = "Keep the current figures: diff shows the changes since.")
public final class BaselineCommand extends ProcessCommand {}
