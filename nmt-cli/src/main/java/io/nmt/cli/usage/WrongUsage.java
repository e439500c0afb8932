package io.nmt.cli.usage;

import io.nmt.channel.CommandException;
import io.nmt.channel.Reason;
import io.nmt.cli.guard.UntrustedFiles;
import io.nmt.cli.options.ProcessId;
import io.nmt.cli.terminal.Display;
import io.nmt.report.document.SafeText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Tells what is wrong with a command line, in one line, and what to type, in others. */
public final class WrongUsage {
    private static final int MOST_CHARS = 300;
    private static final String ATTACH = "attach";
    private static final String HELP = "help";
    private static final String OUTPUT = "--output";
    private static final String JAVA_AGENT = "-javaagent:";

    private final ParameterException problem;
    private final List<String> arguments;
    private final CommandSpec command;

    private WrongUsage(ParameterException problem, List<String> arguments) {
        this.problem = problem;
        this.arguments = arguments;
        this.command = problem.getCommandLine().getCommandSpec();
    }

    /**
     * Tells it on stderr.
     *
     * @param problem of several, the first that was found
     * @param arguments all that was typed
     * @return the exit code
     */
    public static int tell(ParameterException problem, List<String> arguments) {
        CommandLine command = problem.getCommandLine();
        UsageAdvice advice = new WrongUsage(problem, arguments).advice();
        PrintWriter err = command.getErr();
        err.println("nmt: " + SafeText.shortened(safe(advice.wrong()), MOST_CHARS));
        err.println(advice.instead() == null ? usage(command) : SafeText.lines(advice.instead()));
        err.flush();
        return CommandLine.ExitCode.USAGE;
    }

    private static String safe(String line) {
        return Reason.of(new CommandException(line));
    }

    private static String usage(CommandLine command) {
        command.setUsageHelpWidth(Display.usageColumns());
        Help help = new Help(command.getCommandSpec(), Help.defaultColorScheme(Help.Ansi.OFF));
        return "Usage: " + help.synopsis("Usage: ".length()).stripTrailing();
    }

    private UsageAdvice advice() {
        CommandLine nmt = command.commandLine();
        boolean isRoot = nmt.getParent() == null;
        String first = arguments.get(0);
        if (isRoot && first.equals(HELP)) {
            return new WrongCommand(nmt, String.valueOf(problem.getValue()), arguments).advice();
        }
        if (isRoot || !first.equals(command.name())) {
            return new WrongCommand(isRoot ? nmt : nmt.getParent(), unmatchedOr(first), arguments).advice();
        }
        if (problem instanceof UsageException usage) {
            return UsageAdvice.type(usage.getMessage(), usage.instead());
        }
        List<String> plain = WrongProcess.withoutFlag(arguments, command);
        if (plain != null) {
            return UsageAdvice.type("the process id stands alone, without an option", plain);
        }
        String option = unknownOption();
        if (option != null) {
            return ofOption(option);
        }
        if (problem instanceof UnmatchedArgumentException unmatched) {
            return ofTooMany(unmatched.getUnmatched().get(0));
        }
        return problem instanceof MissingParameterException missing ? ofMissing(missing.getMissing()) : ofValue();
    }

    private String unmatchedOr(String first) {
        return problem instanceof UnmatchedArgumentException unmatched
                        && problem.getCommandLine().getParent() == null
                        && !unmatched.getUnmatched().isEmpty()
                ? unmatched.getUnmatched().get(0)
                : first;
    }

    /** It is the cause of other complaints: picocli begins with the values. Null if all are known. */
    private String unknownOption() {
        for (String argument : arguments) {
            String name = name(argument);
            if (name.startsWith("--")
                    && name.length() > 2
                    && !command.optionsMap().containsKey(name)) {
                return argument;
            }
        }
        if (problem instanceof UnmatchedArgumentException unmatched) {
            String name = unmatched.getUnmatched().get(0);
            return name.length() > 1 && name.startsWith("-") ? name : null;
        }
        return null;
    }

    private static String name(String argument) {
        int equals = argument.indexOf('=');
        return equals < 0 ? argument : argument.substring(0, equals);
    }

    private UsageAdvice ofOption(String option) {
        String wrong = "unknown option '" + name(option) + "'";
        List<String> near = Typo.nearest(name(option), command.optionsMap().keySet());
        if (takesAgentOptions() && near.isEmpty() && option.contains("=")) {
            return ofAgentOptions(wrong);
        }
        UsageAdvice meant = UsageAdvice.meant(wrong, near);
        String all = command.options().stream()
                .filter(one -> !one.hidden())
                .map(OptionSpec::longestName)
                .collect(Collectors.joining(", "));
        return meant == null ? new UsageAdvice(wrong, "Options: " + all) : meant;
    }

    private UsageAdvice ofTooMany(String argument) {
        String wrong = "unexpected argument '" + argument + "'";
        boolean isNew = UntrustedFiles.existing(argument) == null && !argument.endsWith(".jfr");
        if (isNew && command.optionsMap().containsKey(OUTPUT)) {
            return ofMissingOutput(wrong, arguments);
        }
        return takesAgentOptions() ? ofAgentOptions(wrong) : UsageAdvice.usage(wrong);
    }

    private boolean takesAgentOptions() {
        return command.name().equals(ATTACH);
    }

    /** They are one argument, as in {@code -javaagent:nmt-agent.jar=key=value,key=value}. */
    private UsageAdvice ofAgentOptions(String wrong) {
        List<String> options = new ArrayList<>();
        for (String argument : arguments.subList(Math.min(2, arguments.size()), arguments.size())) {
            String option = argument.startsWith(JAVA_AGENT) ? argument.replaceFirst("^[^=]*=?", "") : argument;
            options.add(option.replaceFirst("^-+", ""));
        }
        String pid = arguments.size() > 1 ? arguments.get(1) : "";
        return ProcessId.isNumber(pid) && options.stream().allMatch(option -> option.contains("="))
                ? UsageAdvice.type(
                        wrong + "; the agent's options are one argument",
                        command.name(),
                        pid,
                        String.join(",", options))
                : UsageAdvice.usage(wrong);
    }

    private UsageAdvice ofMissing(List<ArgSpec> missing) {
        ArgSpec first = missing.isEmpty() ? null : missing.get(0);
        if (first != null && WrongProcess.isProcess(first)) {
            return new WrongProcess(command.name()).missing();
        }
        return UsageAdvice.usage(message());
    }

    /** A file that stands at the end without its option is meant to be written. */
    static UsageAdvice ofMissingOutput(String wrong, List<String> arguments) {
        int last = arguments.size() - 1;
        List<String> words =
                arguments.stream().filter(word -> !word.startsWith("-")).toList();
        if (words.size() < 3 || !words.get(words.size() - 1).equals(arguments.get(last))) {
            return UsageAdvice.usage(wrong);
        }
        List<String> typed = new ArrayList<>(arguments);
        typed.add(last, "-o");
        return UsageAdvice.type(wrong, typed);
    }

    private UsageAdvice ofValue() {
        ArgSpec argument = problem.getArgSpec();
        return argument != null && WrongProcess.isProcess(argument)
                ? new WrongProcess(command.name()).wrong(String.valueOf(problem.getValue()))
                : UsageAdvice.usage(message());
    }

    /** Picocli's, in which the index counts what is before the command, too. */
    private String message() {
        return problem.getMessage()
                .replace("\n", " ")
                .replaceFirst("^Error: ", "")
                .replaceFirst("^(Unmatched arguments?) (?:at|from) index \\d+: ", "$1: ");
    }
}
