package io.nmt.cli.usage;

import io.nmt.cli.guard.Modules;
import io.nmt.cli.guard.UntrustedFiles;
import io.nmt.cli.options.ProcessId;
import io.nmt.cli.process.JvmLabels;
import io.nmt.cli.process.JvmList;
import io.nmt.cli.process.JvmList.Jvm;
import io.nmt.cli.process.NamedJvms;
import io.nmt.cli.process.ProcessArgument;
import io.nmt.cli.terminal.TypedLine;
import io.nmt.report.document.SafeText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Advice on a process id that does not exist, is none, or stands behind an option as with other tools. */
final class WrongProcess {
    private static final Set<String> FLAGS = Set.of("-p", "--pid", "-pid");
    private static final String PREFIX = "PID";
    private static final int MOST_JVMS = 5;

    private final String command;

    WrongProcess(String command) {
        this.command = command;
    }

    /** Tells whether an argument is a process first of all, and a file only if it looks like one. */
    static boolean isProcess(ArgSpec argument) {
        String label = argument.paramLabel();
        return argument.isPositional()
                && (label.equals(ProcessArgument.LABEL)
                        || (label.equals(ProcessArgument.LABEL_OR_RECORDING)
                                && argument.arity().max() == 1));
    }

    /** True if a command takes a process, or a file in its place. */
    private static boolean isTakenBy(CommandSpec command) {
        return command.positionalParameters().stream()
                .anyMatch(parameter -> parameter.paramLabel().startsWith(PREFIX));
    }

    /**
     * The command line with the process id in its place: after the command.
     *
     * @param arguments of which the first is the command
     * @return null if no process id stands behind an option
     */
    static List<String> withoutFlag(List<String> arguments, CommandSpec command) {
        if (!isTakenBy(command)) {
            return null;
        }
        List<String> plain = new ArrayList<>(arguments);
        for (int i = 1; i < plain.size(); i++) {
            String word = plain.get(i);
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            if (!FLAGS.contains(name) || command.optionsMap().containsKey(name)) {
                continue;
            }
            plain.remove(i);
            String pid = equals >= 0 ? word.substring(equals + 1) : i < plain.size() ? plain.remove(i) : "";
            if (ProcessId.isNumber(pid)) {
                plain.add(1, pid);
                return plain;
            }
            return null;
        }
        return null;
    }

    /** The process id is not there. */
    UsageAdvice missing() {
        return among("the process id (PID) is missing", jvms());
    }

    /** Something else is in its place. */
    UsageAdvice wrong(String value) {
        String wrong = "'" + SafeText.name(value) + "' is not a process id";
        if (value.equals("help")) {
            return UsageAdvice.type(wrong, command, "--help");
        }
        Path there = UntrustedFiles.existing(value);
        if (there != null && Files.isDirectory(there)) {
            return UsageAdvice.type(
                    wrong + ", it is a directory; what a process has left there is read by:", "postmortem", value);
        }
        if (there != null || value.endsWith(".jfr")) {
            return UsageAdvice.type(
                    wrong + ": " + command + " asks a running JVM; a recording is read by:", "report", value);
        }
        if (value.matches("\\d+")) {
            return among(wrong, jvms());
        }
        List<Jvm> named = named(value);
        String name = SafeText.name(value);
        if (named.isEmpty()) {
            return among(NamedJvms.none(name), jvms());
        }
        // Of several, others may have ended in between.
        return among("'" + name + "' fits " + (named.size() == 1 ? "one JVM now" : named.size() + " JVMs"), named);
    }

    /** With those JVMs to choose from. */
    UsageAdvice among(String wrong, List<Jvm> jvms) {
        if (jvms.isEmpty()) {
            return UsageAdvice.usage(wrong + "; there is no other JVM that this user could ask");
        }
        if (jvms.size() == 1) {
            Jvm jvm = jvms.get(0);
            return UsageAdvice.type(
                    wrong + "; " + jvm.pid() + " is " + JvmLabels.name(jvm), command, Long.toString(jvm.pid()));
        }
        List<String> labels = JvmLabels.of(jvms);
        int more = jvms.size() - MOST_JVMS;
        String some = IntStream.range(0, Math.min(jvms.size(), MOST_JVMS))
                .mapToObj(i -> typed(jvms.get(i).pid()) + labels.get(i))
                .collect(Collectors.joining("\n"));
        return new UsageAdvice(wrong, some + (more > 0 ? "\nAnd " + more + " more: 'nmt list' shows all." : ""));
    }

    /** A shell takes the line with what follows. */
    private String typed(long pid) {
        String line = TypedLine.of(List.of(command, Long.toString(pid)));
        return TypedLine.PROMPT + (line == null ? command + " " + pid : line) + "  # ";
    }

    private static List<Jvm> named(String name) {
        try {
            Modules.require(Modules.ATTACH);
            return NamedJvms.find(name).jvms();
        } catch (Exception | LinkageError e) {
            return List.of(); // as below
        }
    }

    private static List<Jvm> jvms() {
        try {
            Modules.require(Modules.ATTACH);
            return JvmList.find();
        } catch (Exception | LinkageError e) {
            return List.of(); // to name them is a help, no more
        }
    }
}
