package io.nmt.cli;

import io.nmt.channel.Reason;
import io.nmt.cli.commands.AttachCommand;
import io.nmt.cli.commands.BaselineCommand;
import io.nmt.cli.commands.CompareCommand;
import io.nmt.cli.commands.DemoCommand;
import io.nmt.cli.commands.DiffCommand;
import io.nmt.cli.commands.DumpCommand;
import io.nmt.cli.commands.ExplainCommand;
import io.nmt.cli.commands.ExportCommand;
import io.nmt.cli.commands.FlamegraphCommand;
import io.nmt.cli.commands.HandlesCommand;
import io.nmt.cli.commands.HistoryCommand;
import io.nmt.cli.commands.JfcCommand;
import io.nmt.cli.commands.JvmCommand;
import io.nmt.cli.commands.LeaksCommand;
import io.nmt.cli.commands.ListCommand;
import io.nmt.cli.commands.LoadersCommand;
import io.nmt.cli.commands.NativeCommand;
import io.nmt.cli.commands.OptionsCheck;
import io.nmt.cli.commands.PoolsCommand;
import io.nmt.cli.commands.PostmortemCommand;
import io.nmt.cli.commands.ReportCommand;
import io.nmt.cli.commands.RssCommand;
import io.nmt.cli.commands.SitesCommand;
import io.nmt.cli.commands.SummaryCommand;
import io.nmt.cli.commands.ThreadsCommand;
import io.nmt.cli.commands.TopCommand;
import io.nmt.cli.commands.UnreachableCommand;
import io.nmt.cli.options.ProcessId;
import io.nmt.cli.terminal.FittedErr;
import io.nmt.cli.usage.CommandHelp;
import io.nmt.cli.usage.MeantCommand;
import io.nmt.cli.usage.WrongUsage;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line: {@code java -jar nmt-agent.jar COMMAND}. */
@Command(
        name = "nmt",
        description = "Native memory tracking for Java programs.",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Main.Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:it failed", "2:wrong usage"})
public final class Main implements Callable<Integer>, OptionsCheck {
    private static final Class<?>[] COMMANDS = {
        ListCommand.class,
        ExplainCommand.class,
        SummaryCommand.class,
        RssCommand.class,
        PostmortemCommand.class,
        LeaksCommand.class,
        SitesCommand.class,
        HistoryCommand.class,
        TopCommand.class,
        PoolsCommand.class,
        HandlesCommand.class,
        ThreadsCommand.class,
        LoadersCommand.class,
        JvmCommand.class,
        NativeCommand.class,
        UnreachableCommand.class,
        BaselineCommand.class,
        DiffCommand.class,
        DumpCommand.class,
        FlamegraphCommand.class,
        ExportCommand.class,
        ReportCommand.class,
        CompareCommand.class,
        AttachCommand.class,
        JfcCommand.class,
        DemoCommand.class,
    };

    @Spec
    private CommandSpec spec;

    private final UnaryOperator<String> optionCheck;

    private Main(UnaryOperator<String> optionCheck) {
        this.optionCheck = optionCheck;
    }

    /**
     * Runs a command. Whatever happens, stderr has one line about it, or two, or a line for each of some JVMs.
     *
     * @param optionCheck returns the problem of the agent's options, or null if there is none
     * @param typed the command and its arguments
     * @return the exit code
     */
    public static int run(UnaryOperator<String> optionCheck, String... typed) {
        try {
            String[] arguments = isHelp(typed) ? helpOf(typed[1]) : MeantCommand.complete(typed, names());
            return commandLine(optionCheck, arguments.length == 0 ? "" : arguments[0])
                    .execute(arguments);
        } catch (Throwable t) {
            System.err.println("nmt: " + Reason.of(t));
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    private static Set<String> names() {
        return Stream.concat(
                        Stream.of("help", "--help", "--version"),
                        Stream.of(COMMANDS)
                                .map(command ->
                                        command.getAnnotation(Command.class).name()))
                .collect(Collectors.toSet());
    }

    /** {@code --help leaks} is {@code help leaks}; {@code --help 42} is {@code --help}. */
    private static String[] helpOf(String word) {
        return ProcessId.isNumber(word) ? new String[] {"--help"} : new String[] {"help", word};
    }

    private static boolean isHelp(String... typed) {
        return typed.length > 1 && (typed[0].equals("--help") || typed[0].equals("-h")) && !typed[1].startsWith("-");
    }

    /**
     * Makes the command line with one command, or with all: picocli takes its time for each.
     *
     * @param optionCheck returns the problem of the agent's options, or null if there is none
     * @param wanted the name of the one; any other text for all, as usage messages show them
     * @return the command line
     */
    public static CommandLine commandLine(UnaryOperator<String> optionCheck, String wanted) {
        CommandLine commandLine = new CommandLine(new Main(optionCheck));
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
            // Lines of their own in the list would be too many for a screen; other lines name them.
            for (String name : List.of("help", "explain", "diff", "jfc", "jvm")) {
                commandLine
                        .getSubcommands()
                        .get(name)
                        .getCommandSpec()
                        .usageMessage()
                        .hidden(true);
            }
        }
        commandLine.setErr(new FittedErr(commandLine.getErr()));
        commandLine.setExpandAtFiles(false);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        CommandHelp.layOut(commandLine);
        commandLine.setExecutionExceptionHandler((e, command, result) -> {
            if (e instanceof ParameterException usage) {
                return WrongUsage.tell(usage, result.originalArgs());
            }
            command.getErr().println("nmt: " + Reason.of(e));
            return CommandLine.ExitCode.SOFTWARE;
        });
        commandLine.setParameterExceptionHandler((e, arguments) -> WrongUsage.tell(e, List.of(arguments)));
        return commandLine;
    }

    @Override
    public String problemOf(String options) {
        return optionCheck.apply(options);
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
