package io.nmt.agent;

import io.nmt.agent.channel.CommandException;
import io.nmt.agent.channel.Reason;
import io.nmt.agent.cli.AttachCommand;
import io.nmt.agent.cli.BaselineCommand;
import io.nmt.agent.cli.CompareCommand;
import io.nmt.agent.cli.DiffCommand;
import io.nmt.agent.cli.Display;
import io.nmt.agent.cli.DumpCommand;
import io.nmt.agent.cli.ExportCommand;
import io.nmt.agent.cli.FlamegraphCommand;
import io.nmt.agent.cli.HandlesCommand;
import io.nmt.agent.cli.HistoryCommand;
import io.nmt.agent.cli.JfcCommand;
import io.nmt.agent.cli.LeaksCommand;
import io.nmt.agent.cli.ListCommand;
import io.nmt.agent.cli.NativeCommand;
import io.nmt.agent.cli.PoolsCommand;
import io.nmt.agent.cli.PostmortemCommand;
import io.nmt.agent.cli.ReportCommand;
import io.nmt.agent.cli.RssCommand;
import io.nmt.agent.cli.SitesCommand;
import io.nmt.agent.cli.SummaryCommand;
import io.nmt.agent.cli.TopCommand;
import io.nmt.agent.cli.Typo;
import io.nmt.agent.cli.UnreachableCommand;
import io.nmt.core.report.SafeText;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line: {@code java -jar nmt-agent.jar COMMAND}. */
@Command(
        name = "nmt",
        description = "Native memory tracking for Java programs.",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:it failed", "2:wrong usage"})
final class Main implements Callable<Integer> {
    private static final Class<?>[] COMMANDS = {
        ListCommand.class,
        AttachCommand.class,
        SummaryCommand.class,
        BaselineCommand.class,
        DiffCommand.class,
        SitesCommand.class,
        LeaksCommand.class,
        RssCommand.class,
        HandlesCommand.class,
        PoolsCommand.class,
        HistoryCommand.class,
        TopCommand.class,
        NativeCommand.class,
        DumpCommand.class,
        UnreachableCommand.class,
        FlamegraphCommand.class,
        ExportCommand.class,
        ReportCommand.class,
        CompareCommand.class,
        PostmortemCommand.class,
        JfcCommand.class,
    };

    private static final int MOST_CHARS = 300;

    @Spec
    private CommandSpec spec;

    private Main() {}

    /**
     * Runs a command and exits.
     *
     * @param arguments the command and its arguments
     */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    /** Runs a command. Whatever happens, what is said of it is one line on stderr, or two. */
    static int run(String... arguments) {
        try {
            return commandLine(arguments.length == 0 ? "" : arguments[0]).execute(arguments);
        } catch (Throwable t) {
            System.err.println("nmt: " + Reason.of(t));
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    /** Of several complaints, the one that is the cause of the others: picocli begins with the values. */
    private static ParameterException namingTheTypo(ParameterException e, String... arguments) {
        CommandLine command = e.getCommandLine();
        if (command.getParent() == null) {
            return e instanceof UnmatchedArgumentException && arguments.length > 1
                    ? new UnmatchedArgumentException(command, List.of(arguments[0]))
                    : e;
        }
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            if (name.startsWith("--")
                    && name.length() > 2
                    && !command.getCommandSpec().optionsMap().containsKey(name)) {
                return new UnmatchedArgumentException(command, List.of(name));
            }
        }
        return e;
    }

    private static int wrongUsage(ParameterException e) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        // Picocli's index counts what is before the command, too.
        String message = e.getMessage()
                .replace("\n", " ")
                .replaceFirst("^Error: ", "")
                .replaceFirst("^(Unmatched arguments?) (?:at|from) index \\d+: ", "$1: ");
        err.println("nmt: " + SafeText.shortened(Reason.of(new CommandException(message)), MOST_CHARS));
        List<String> meant = e instanceof UnmatchedArgumentException unmatched ? Typo.proposals(unmatched) : List.of();
        if (!meant.isEmpty()) {
            err.println("Did you mean: " + String.join(" or ", meant) + "?");
        } else {
            command.setUsageHelpWidth(Display.usageColumns());
            Help help = new Help(command.getCommandSpec(), Help.defaultColorScheme(Help.Ansi.OFF));
            err.println("Usage: " + help.synopsis("Usage: ".length()).stripTrailing());
        }
        err.flush();
        return CommandLine.ExitCode.USAGE;
    }

    /**
     * With the one command of that name, or, to be told in a usage message, with all: picocli takes its time for each.
     */
    private static CommandLine commandLine(String wanted) {
        CommandLine commandLine = new CommandLine(new Main());
        for (Class<?> command : COMMANDS) {
            if (command.getAnnotation(Command.class).name().equals(wanted)) {
                commandLine.addSubcommand(command);
            }
        }
        if (commandLine.getSubcommands().isEmpty()) {
            for (Class<?> command : COMMANDS) {
                commandLine.addSubcommand(command);
            }
            commandLine.addSubcommand(CommandLine.HelpCommand.class);
        }
        commandLine.setExpandAtFiles(false);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setExecutionExceptionHandler((e, command, result) -> {
            if (e instanceof ParameterException usage) {
                return wrongUsage(usage);
            }
            command.getErr().println("nmt: " + Reason.of(e));
            return CommandLine.ExitCode.SOFTWARE;
        });
        commandLine.setParameterExceptionHandler((e, arguments) -> wrongUsage(namingTheTypo(e, arguments)));
        return commandLine;
    }

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        err.println("nmt: a command is missing");
        spec.commandLine().usage(err);
        err.flush();
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
