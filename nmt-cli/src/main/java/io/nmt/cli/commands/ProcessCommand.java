package io.nmt.cli.commands;

import io.nmt.channel.CommandException;
import io.nmt.cli.process.ProcessArgument;
import picocli.CommandLine.Mixin;

/** A command that a process alone can answer. */
abstract class ProcessCommand extends AnsweredCommand {
    @Mixin
    private ProcessArgument process;

    @Override
    long findProcess() throws CommandException {
        return process.pid();
    }
}
