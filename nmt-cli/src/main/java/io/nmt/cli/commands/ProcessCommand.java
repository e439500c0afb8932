package io.nmt.cli.commands;

import io.nmt.cli.options.PidConverter;
import picocli.CommandLine.Parameters;

/** A command that a process alone can answer. */
abstract class ProcessCommand extends AnsweredCommand {
    @Parameters(index = "0", paramLabel = "PID", converter = PidConverter.class, description = "The JVM's process id.")
    private long pid;

    @Override
    long pid() {
        return pid;
    }
}
