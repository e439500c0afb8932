package io.nmt.cli.commands;

import io.nmt.channel.CommandException;
import io.nmt.cli.guard.Modules;
import io.nmt.cli.options.Patience;
import io.nmt.cli.process.Attachment;
import io.nmt.cli.process.ProcessArgument;
import io.nmt.cli.process.TargetProcess;
import io.nmt.cli.terminal.Stdout;
import io.nmt.report.document.SafeText;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Starts tracking in a JVM that runs already. */
@Command(
        name = "attach",
        customSynopsis = "nmt attach PID|NAME [KEY=VALUE,KEY=VALUE...]",
        description = {"Start tracking in a running JVM.", "Older allocations stay unknown."})
public final class AttachCommand implements Callable<Integer> {
    @Mixin
    private ProcessArgument process;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "KEY=VALUE,KEY=VALUE...",
            description = "As after -javaagent:nmt-agent.jar=, for example report=stderr,scale=MB.")
    private String options;

    @ParentCommand
    private OptionsCheck check;

    @Mixin
    private Patience patience;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException, IOException {
        // Also for a process that is tracked already, which would never look at them.
        String problem = check.problemOf(options);
        if (problem != null) {
            throw new ParameterException(spec.commandLine(), problem);
        }
        Modules.require(Modules.ATTACH);
        TargetProcess target = process.target();
        Stdout.print(
                Attachment.track(target, options, patience, spec.commandLine().getErr())
                        ? "Tracking process " + target.pid() + ". Older allocations stay unknown.\n"
                        : "Process " + target.pid() + " is tracked already; it keeps its options" + notUsed() + ".\n");
        return 0;
    }

    private String notUsed() {
        return options == null || options.isBlank() ? "" : ", these are not used: " + SafeText.name(options);
    }
}
