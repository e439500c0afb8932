package io.nmt.cli.commands;

import io.nmt.channel.CommandClient;
import io.nmt.channel.CommandException;
import io.nmt.channel.NoClassesException;
import io.nmt.channel.Request;
import io.nmt.cli.guard.RefusedException;
import io.nmt.cli.json.ReportReader;
import io.nmt.cli.options.Patience;
import io.nmt.cli.options.Watch;
import io.nmt.cli.process.OutsideProcess;
import io.nmt.cli.process.ProcessClient;
import io.nmt.cli.process.TargetProcess;
import io.nmt.cli.process.UserOutput;
import io.nmt.cli.terminal.Display;
import io.nmt.cli.terminal.ProgressBar;
import io.nmt.cli.terminal.Stdout;
import io.nmt.cli.terminal.Terminal;
import io.nmt.cli.terminal.TypedLine;
import io.nmt.core.model.Scale;
import io.nmt.report.document.Report;
import io.nmt.report.render.ReportJson;
import io.nmt.report.render.ReportText;
import io.nmt.report.render.TextSpace;
import java.io.IOException;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that is sent to a process, which has one of the same name. */
abstract class AnsweredCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Print JSON, for scripts. Bytes are plain numbers.")
    private boolean json;

    @Mixin
    private Patience patience;

    @Mixin
    private Display display;

    private long pid; // found once, also for an answer that is repeated

    /** Finds the process that is asked. */
    abstract long findProcess() throws CommandException;

    /** The process, once it is found. */
    final long pid() {
        return pid;
    }

    /** Adds what this command has of its own. Options that were not given are left out. */
    void addOptions(Map<String, String> options) {}

    /** Prints the answer. What it proposes to type, the user can type as it is. */
    private void print(String said) throws CommandException, IOException {
        show(isForScripts() ? said : TypedLine.inText(text(said), pid()));
    }

    /** Writes a report for people. What is none is text already, as of an agent of another version. */
    private String text(String said) throws CommandException {
        if (!said.startsWith("{")) {
            return said;
        }
        try {
            return text(ReportReader.read(said));
        } catch (IllegalArgumentException e) {
            throw new CommandException("process " + pid() + " answered without a report: " + e.getMessage());
        }
    }

    private String text(Report report) {
        boolean scrolls = watch() == null && mostLines() == Integer.MAX_VALUE;
        TextSpace space = scrolls ? display.space(leastNameColumns()) : display.spaceOfScreen(leastNameColumns());
        return ReportText.of(report, asked(), ZoneId.systemDefault(), space);
    }

    /** Writes a report of a recording, as it is asked for. */
    final String written(Report report) {
        return json ? ReportJson.of(report).concat("\n") : text(report);
    }

    /** The unit that is asked for; null for what fits. */
    Scale asked() {
        return null;
    }

    /** Shows an answer as it is. */
    final void show(String answer) throws IOException {
        if (isForScripts()) {
            Stdout.print(answer);
        } else if (watch() == null || answer.isEmpty()) {
            if (mostLines() == Integer.MAX_VALUE) {
                display.print(answer, System.out);
            } else {
                display.printAtMost(mostLines(), answer, System.out);
            }
        } else {
            System.out.print(Terminal.STDOUT.clearing());
            display.printScreen(answer, System.out);
        }
    }

    /** Tells whether the answer is printed as it is, whatever the terminal. */
    boolean isForScripts() {
        return json;
    }

    /** Tells whether JSON is asked for. */
    final boolean isJson() {
        return json;
    }

    /** The least characters for a table's last column; where there are fewer, its names have their own lines. */
    int leastNameColumns() {
        return TextSpace.LEAST_NAME_COLUMNS;
    }

    /** The most lines that are printed. */
    int mostLines() {
        return Integer.MAX_VALUE;
    }

    /** The way the command is repeated; null if it is not. */
    Watch watch() {
        return null;
    }

    /** The milliseconds that the process may be silent, if the user does not say. */
    long usualMillis() {
        return CommandClient.ANSWER_MILLIS;
    }

    /** Adds an option, if it was given. */
    static void add(String name, Object value, Map<String, String> options) {
        if (value != null) {
            options.put(name, value.toString());
        }
    }

    @Override
    public Integer call() throws CommandException, IOException {
        Watch watch = watch();
        if (isForScripts() && watch != null) {
            throw new ParameterException(spec.commandLine(), (json ? "--json" : "--csv") + " does not go with --watch");
        }
        pid = findProcess();
        Map<String, String> options = new LinkedHashMap<>();
        if (json) {
            options.put("json", "true");
        } else if (!isForScripts()) {
            options.put(Request.DOCUMENT, "true");
        }
        addOptions(options);
        Request request = new Request(spec.name(), options);
        return watch == null ? ask(request) : watch.repeat(() -> ask(request));
    }

    /** Tells whether the process is read with nothing loaded into it. */
    boolean isOutside() {
        return false;
    }

    /**
     * Answers for a process that nothing was loaded into.
     *
     * @param process as it was read
     * @param attachable whether the agent could be loaded
     * @return lines, each ended by a line feed
     */
    String outside(OutsideProcess process, boolean attachable) throws CommandException {
        throw new IllegalStateException(spec.name());
    }

    /** Tells whether {@link #outside} can answer. */
    boolean hasOutside() {
        return false;
    }

    private int ask(Request request) throws CommandException, IOException {
        if (isOutside()) {
            OutsideProcess process = OutsideProcess.read(pid(), patience, this::tell);
            print(outside(process, process.reading().answered()));
            return 0;
        }
        try {
            return askInside(request);
        } catch (RefusedException | NoClassesException e) {
            if (!hasOutside()) {
                throw e;
            }
            tell(e.getMessage() + "; read from outside");
            print(outside(OutsideProcess.read(pid(), patience, problem -> {}), false));
            return 0;
        }
    }

    private void tell(String problem) {
        ProgressBar.printAbove("nmt: " + problem, spec.commandLine().getErr());
    }

    private int askInside(Request request) throws CommandException, IOException {
        TargetProcess target = TargetProcess.of(pid());
        UserOutput output = new UserOutput();
        int exitCode;
        try (ProgressBar progress = ProgressBar.start()) {
            output.reportTo(progress);
            exitCode = new ProcessClient(target, patience, spec.commandLine().getErr())
                    .ask(request, output, patience.answerMillis(usualMillis()));
        }
        print(output.text());
        return exitCode;
    }
}
