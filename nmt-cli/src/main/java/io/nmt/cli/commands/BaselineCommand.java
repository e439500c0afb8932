package io.nmt.cli.commands;

import picocli.CommandLine.Command;

/** Marks the moment to compare with. */
@Command(name = "baseline", description = "Keep the current figures in the process, for diff.")
public final class BaselineCommand extends ProcessCommand {}
