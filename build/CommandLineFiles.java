import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Writes what a shell and {@code man} know of the command line, from picocli's model of it: completion for bash, which
 * is picocli's own, zsh and fish, and one manual page.
 *
 * <p>Arguments: the directory that they are written to, laid out as {@code share} of a Unix system; the version; its
 * date and time. On the class path: the agent's classes and picocli, as they are before shading.
 */
final class CommandLineFiles {
    /** Lines such as {@code 4711:com.acme.Server}. */
    private static final int WIDE = 1000;

    private static final String JVMS = "list 2> /dev/null | sed -n 's/^\\([0-9][0-9]*\\) */\\1:/p'";

    private final CommandSpec nmt;
    private final List<CommandSpec> commands = new ArrayList<>();

    private CommandLineFiles(CommandLine nmt) {
        this.nmt = nmt.getCommandSpec();
        for (CommandLine command : nmt.getSubcommands().values()) {
            commands.add(command.getCommandSpec());
        }
    }

    public static void main(String[] args) throws Exception {
        // By name: this file is run as it is, without a compiler that knows the class.
        Method method = Class.forName("io.nmt.cli.Main").getMethod("commandLine", UnaryOperator.class, String.class);

        CommandLine all = (CommandLine) method.invoke(null, UnaryOperator.identity(), "");
        CommandLineFiles files = new CommandLineFiles(all);
        Path share = Path.of(args[0]);
        write(share.resolve("bash-completion/completions/nmt"), files.bash(all));
        write(share.resolve("zsh/site-functions/_nmt"), files.zsh());
        write(share.resolve("fish/vendor_completions.d/nmt.fish"), files.fish());
        write(share.resolve("man/man1/nmt.1"), files.man(args[1], args[2].substring(0, 10)));
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    // bash

    private String bash(CommandLine all) {
        return AutoComplete.bash("nmt", all)
                + """

                # After a command that takes a process: those that there are.
                _nmt() {
                  local current=${COMP_WORDS[COMP_CWORD]} files=
                  if [ "$COMP_CWORD" = 2 ] && [ "${current#-}" = "$current" ]; then
                    case ${COMP_WORDS[1]} in %s) files=-f ;; esac
                    case ${COMP_WORDS[1]} in
                      %s)
                        local IFS=$'\\n'
                        compopt -o filenames 2> /dev/null
                        local jvms=$("${COMP_WORDS[0]/#\\~/$HOME}" %s | sed 's/:.*//')
                        mapfile -t COMPREPLY < <(compgen $files -W "$jvms" -- "$current")
                        return ;;
                    esac
                  fi
                  _complete_nmt
                }
                complete -o default -F _nmt nmt
                """.formatted(
                                names(command -> takesProcess(command) && takesFile(command)),
                                names(CommandLineFiles::takesProcess),
                                JVMS);
    }

    private String names(Predicate<CommandSpec> which) {
        return commands.stream().filter(which).map(CommandSpec::name).collect(Collectors.joining("|"));
    }

    // zsh

    private String zsh() {
        StringBuilder text = new StringBuilder("""
                #compdef nmt

                _nmt_jvms() {
                  local -a jvms
                  jvms=(${(f)"$(_call_program jvms nmt %s)"})
                  _describe 'JVM' jvms
                }

                _nmt() {
                  local curcontext=$curcontext state state_descr line
                  typeset -A opt_args
                  _arguments -C%s '1:command:->command' '*::argument:->argument'
                  case $state in
                    command)
                      local -a commands
                      commands=(
                """.formatted(JVMS, zshOptions(nmt)));
        for (CommandSpec command : commands) {
            text.append("        ")
                    .append(quoted(command.name() + ":" + summary(command)))
                    .append('\n');
        }
        text.append("      )\n      _describe command commands\n      ;;\n    argument)\n      case $words[1] in\n");
        for (CommandSpec command : commands) {
            text.append("        ")
                    .append(command.name())
                    .append(") _arguments")
                    .append(zshOptions(command));
            for (PositionalParamSpec parameter : command.positionalParameters()) {
                boolean many = parameter.arity().max() > 1;
                String place = many ? "*" : String.valueOf(parameter.index().min() + 1);
                text.append(' ')
                        .append(quoted(place + (parameter.required() || many ? ":" : "::") + parameter.paramLabel()
                                + ":" + zshAction(command, parameter)));
            }
            text.append(" ;;\n");
        }
        return text + "      esac\n      ;;\n  esac\n}\n\n_nmt \"$@\"\n";
    }

    private static String zshOptions(CommandSpec command) {
        StringBuilder text = new StringBuilder();
        for (OptionSpec option : command.options()) {
            for (String name : option.names()) {
                boolean value = takesValue(option);
                String description = summary(description(option)).replaceAll("([\\[\\]:\\\\])", "\\\\$1");
                text.append(" \\\n          ")
                        .append(quoted(name + (!value ? "" : name.startsWith("--") ? "=" : "+") + "[" + description
                                + "]" + (value ? ":" + option.paramLabel() + ":" + zshAction(option) : "")));
            }
        }
        return text.append(text.length() == 0 ? "" : " \\\n         ").toString();
    }

    private static String zshAction(OptionSpec option) {
        String candidates = candidates(option);
        return !candidates.isEmpty() ? "(" + candidates + ")" : isFile(option) ? "_files" : "";
    }

    private static String zshAction(CommandSpec command, PositionalParamSpec parameter) {
        boolean process = isProcess(parameter);
        boolean file = isFile(parameter) || parameter.index().min() > 0 && takesFile(command);
        return process && file ? "{_nmt_jvms; _files}" : process ? "_nmt_jvms" : file ? "_files" : "";
    }

    // fish

    private String fish() {
        StringBuilder text = new StringBuilder("""
                function __nmt_jvms
                    nmt %s | string replace ':' \\t
                end

                complete -c nmt -f
                """.formatted(JVMS));
        for (OptionSpec option : nmt.options()) {
            text.append("complete -c nmt -n __fish_use_subcommand").append(fishOption(option));
        }
        for (CommandSpec command : commands) {
            text.append("\ncomplete -c nmt -n __fish_use_subcommand -a ").append(command.name());
            text.append(" -d ").append(fishQuoted(summary(command))).append('\n');
            String condition = "complete -c nmt -n '__fish_seen_subcommand_from " + command.name() + "'";
            if (takesProcess(command)) {
                text.append(condition).append(" -a '(__nmt_jvms)'\n");
            }
            if (takesFile(command)) {
                text.append(condition).append(" -F\n");
            }
            for (OptionSpec option : command.options()) {
                text.append(condition).append(fishOption(option));
            }
        }
        return text.toString();
    }

    private static String fishOption(OptionSpec option) {
        StringBuilder text = new StringBuilder();
        for (String name : option.names()) {
            text.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
        }
        if (takesValue(option)) {
            String candidates = candidates(option);
            text.append(isFile(option) ? " -r -F" : " -x");
            text.append(candidates.isEmpty() ? "" : " -a " + fishQuoted(candidates));
        }
        return text + " -d " + fishQuoted(summary(description(option))) + "\n";
    }

    private static String fishQuoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    // man

    private String man(String version, String date) {
        StringBuilder text = new StringBuilder();
        text.append(".TH NMT 1 \"")
                .append(date)
                .append("\" \"nmt ")
                .append(version)
                .append("\" \"nmt\"\n");
        text.append(".nh\n.ad l\n.SH NAME\nnmt \\- native memory of Java programs\n");
        text.append(".SH SYNOPSIS\n.B nmt\n.I COMMAND\n.RI [ OPTIONS ]\n.RI [ PID | FILE ]\n");
        text.append(".SH DESCRIPTION\n").append(roff(description(nmt))).append('\n');
        appendOptions(text, nmt);
        text.append(".SH COMMANDS\n");
        for (CommandSpec command : commands) {
            text.append(".SS \"").append(roff(synopsis(command))).append("\"\n");
            text.append(roff(description(command))).append('\n');
            for (PositionalParamSpec parameter : command.positionalParameters()) {
                appendItem(text, "\\fI" + roff(parameter.paramLabel()) + "\\fR", description(parameter));
            }
            appendOptions(text, command);
        }
        text.append(".SH EXIT STATUS\n");
        for (Map.Entry<String, String> code : nmt.usageMessage().exitCodeList().entrySet()) {
            appendItem(text, roff(code.getKey().strip()), code.getValue());
        }
        text.append(".SH ENVIRONMENT\n");
        appendItem(text, "JAVA_HOME", "The JDK, 17 or later, that runs the command. Without it: java of the path.");
        appendItem(text, "JDK_JAVA_OPTIONS", "Options of that JVM, such as -Xmx4g to read a large recording.");
        return text.append(".SH SEE ALSO\n.BR java (1),\n.BR jcmd (1),\n.BR jfr (1)\n")
                .toString();
    }

    private static String synopsis(CommandSpec command) {
        // In one line: picocli breaks lines inside FILE.jfr.
        command.usageMessage().width(WIDE);
        return new Help(command, Help.defaultColorScheme(Help.Ansi.OFF))
                .synopsis(0)
                .strip()
                .replaceAll("\\s+", " ");
    }

    private void appendOptions(StringBuilder text, CommandSpec command) {
        for (OptionSpec option : command.options()) {
            if (command != nmt && nmt.findOption(option.longestName()) != null) {
                // --help and --version: said above.
                continue;
            }
            String names = String.join(", ", option.names());
            String value = takesValue(option) ? "=\\fI" + roff(option.paramLabel()) + "\\fR" : "";
            appendItem(text, "\\fB" + roff(names) + "\\fR" + value, description(option));
        }
    }

    private static void appendItem(StringBuilder text, String term, String description) {
        text.append(".TP\n").append(term).append('\n').append(roff(description)).append('\n');
    }

    private static String roff(String text) {
        String escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }

    // the model

    private static boolean takesProcess(CommandSpec command) {
        return command.positionalParameters().stream().anyMatch(CommandLineFiles::isProcess);
    }

    private static boolean takesFile(CommandSpec command) {
        return command.positionalParameters().stream().anyMatch(CommandLineFiles::isFile);
    }

    private static boolean isProcess(PositionalParamSpec parameter) {
        return parameter.paramLabel().startsWith("PID");
    }

    private static boolean isFile(ArgSpec argument) {
        return argument.paramLabel().contains("FILE") || argument.paramLabel().endsWith(".jfr");
    }

    private static boolean takesValue(OptionSpec option) {
        return option.arity().max() > 0;
    }

    private static String candidates(OptionSpec option) {
        Iterable<String> candidates = option.completionCandidates();
        return candidates == null
                ? ""
                : StreamSupport.stream(candidates.spliterator(), false).collect(Collectors.joining(" "));
    }

    private static String description(ArgSpec argument) {
        return line(argument.description());
    }

    private static String description(CommandSpec command) {
        return line(command.usageMessage().description());
    }

    private static String line(String[] text) {
        return String.join(" ", text)
                .replace("%n", " ")
                .replace("%%", "%")
                .strip()
                .replaceAll("\\s+", " ");
    }

    private static String summary(CommandSpec command) {
        String[] header = command.usageMessage().header();
        return summary(header.length == 0 ? description(command) : line(header));
    }

    /** The first sentence, or what is before its colon. */
    private static String summary(String description) {
        return description.replaceFirst("(?:[.:;] .*|\\.)$", "");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
