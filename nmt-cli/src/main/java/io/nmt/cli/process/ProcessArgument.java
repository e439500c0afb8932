package io.nmt.cli.process;

import io.nmt.channel.CommandException;
import io.nmt.cli.guard.Modules;
import io.nmt.cli.guard.UntrustedFiles;
import io.nmt.cli.options.ProcessId;
import io.nmt.cli.process.JvmList.Jvm;
import io.nmt.cli.terminal.ProgressBar;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The process of a command, by its id or by a part of its name or arguments. */
public final class ProcessArgument {
    /** The parameter's name in usage messages. */
    public static final String LABEL = "PID|NAME";

    /** The name of a parameter that may be a recording, too. */
    public static final String LABEL_OR_RECORDING = "PID|NAME|FILE.jfr";

    private static final String RECORDING = ".jfr";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Parameters(
            index = "0",
            paramLabel = LABEL,
            description = "The JVM: its process id, or a part of its name or arguments.")
    private String typed;

    /** For picocli. */
    public ProcessArgument() {}

    /**
     * Finds the process. Says on stderr which one it is, if a name was typed.
     *
     * @return its id
     * @throws CommandException if this runtime cannot list JVMs
     * @throws ParameterException if the name fits none, or several
     */
    public long pid() throws CommandException {
        return pid(typed, command);
    }

    /**
     * Finds the process that a command's first word means, as {@link #pid()} does.
     *
     * @param typed the word
     * @param command the command
     * @return its id
     * @throws CommandException if this runtime cannot list JVMs
     * @throws ParameterException if the name fits none, or several
     */
    public static long pid(String typed, CommandSpec command) throws CommandException {
        if (ProcessId.isNumber(typed) && Long.parseLong(typed) > 0) {
            return Long.parseLong(typed);
        }
        List<Jvm> jvms = List.of();
        if (!typed.matches("\\d+") && !typed.equals("help")) {
            Modules.require(Modules.ATTACH);
            jvms = NamedJvms.find(typed).named(typed);
        }
        if (jvms.size() != 1) {
            throw new ParameterException(
                    command.commandLine(),
                    "'" + typed + "' is not a process",
                    null,
                    command.positionalParameters().get(0),
                    typed);
        }
        return said(jvms.get(0), command);
    }

    /**
     * Finds the process as {@link #pid} does, and looks at it.
     *
     * @return the process
     * @throws CommandException as {@link TargetProcess#of} does, too
     */
    public TargetProcess target() throws CommandException {
        return TargetProcess.of(pid());
    }

    /**
     * Tells the recording that a word means: a number is a process.
     *
     * @param typed the word
     * @return null if it means a process
     */
    public static Path recording(String typed) {
        if (typed.matches("\\d+")) {
            return null;
        }
        Path file = UntrustedFiles.existing(typed);
        boolean isFile = typed.endsWith(RECORDING) || (file != null && Files.isRegularFile(file));
        return isFile ? Path.of(typed) : null;
    }

    /**
     * Finds the process, if a word is not a file's name. Says on stderr which one it is, if a name was typed.
     *
     * @param word a process id, a part of a name, or a file
     * @param command the command that was typed
     * @return its id, or -1 if the word is a file, or fits no process
     * @throws CommandException if the name fits several
     */
    public static long pidUnlessFile(String word, CommandSpec command) throws CommandException {
        if (UntrustedFiles.existing(word) != null) {
            return -1;
        }
        if (ProcessId.isNumber(word)) {
            return Long.parseLong(word);
        }
        if (ModuleLayer.boot().findModule(Modules.ATTACH).isEmpty()) {
            return -1;
        }
        List<Jvm> jvms = NamedJvms.find(word).jvms();
        if (jvms.size() > 1) {
            throw new CommandException(
                    "'" + word + "' fits " + jvms.size() + " JVMs, type the PID of one: " + names(jvms));
        }
        return jvms.isEmpty() ? -1 : said(jvms.get(0), command);
    }

    private static long said(Jvm jvm, CommandSpec command) {
        ProgressBar.printAbove(
                "nmt: process " + jvm.pid() + " is " + JvmLabels.name(jvm),
                command.commandLine().getErr());
        return jvm.pid();
    }

    private static String names(List<Jvm> jvms) {
        List<String> labels = JvmLabels.of(jvms);
        return IntStream.range(0, jvms.size())
                .mapToObj(i -> jvms.get(i).pid() + " " + labels.get(i))
                .collect(Collectors.joining(", "));
    }
}
