package io.nmt.agent;

import io.nmt.agent.cli.AttachCommand;
import io.nmt.agent.cli.BaselineCommand;
import io.nmt.agent.cli.CompareCommand;
import io.nmt.agent.cli.DiffCommand;
import io.nmt.agent.cli.DumpCommand;
import io.nmt.agent.cli.FlamegraphCommand;
import io.nmt.agent.cli.LeaksCommand;
import io.nmt.agent.cli.ListCommand;
import io.nmt.agent.cli.ReportCommand;
import io.nmt.agent.cli.SitesCommand;
import io.nmt.agent.cli.SummaryCommand;
import io.nmt.agent.cli.UnreachableCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line: {@code java -jar nmt-agent.jar COMMAND}. */
@Command(
        name = "nmt",
        description = "Native memory tracking for Java programs.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ListCommand.class,
            AttachCommand.class,
            SummaryCommand.class,
            BaselineCommand.class,
            DiffCommand.class,
            SitesCommand.class,
            LeaksCommand.class,
            DumpCommand.class,
            UnreachableCommand.class,
            ReportCommand.class,
            CompareCommand.class,
            FlamegraphCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:it failed", "2:wrong usage"})
final class Main implements Callable<Integer> {
    private Main() {}

    /**
     * Runs a command and exits.
     *
     * @param arguments the command and its arguments
     */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    private static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Main()).setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setExecutionExceptionHandler((e, command, result) -> {
            command.getErr().println("nmt: " + (e.getMessage() != null ? e.getMessage() : e.toString()));
            return CommandLine.ExitCode.SOFTWARE;
        });
        return commandLine;
    }

    @Override
    public Integer call() {
        CommandLine.usage(this, System.err);
        return CommandLine.ExitCode.USAGE;
    }

    /** The version of the jar. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"nmt " + Main.class.getPackage().getImplementationVersion()};
        }
    }
}
