package io.nmt.cli.commands;

import io.nmt.channel.CommandException;
import io.nmt.cli.guard.BoundedCall;
import io.nmt.cli.guard.Modules;
import io.nmt.cli.guard.UntrustedFiles;
import io.nmt.cli.postmortem.LeftFiles;
import io.nmt.cli.postmortem.Postmortem;
import io.nmt.cli.postmortem.PostmortemReport;
import io.nmt.cli.terminal.Display;
import io.nmt.cli.terminal.Stdout;
import io.nmt.report.document.Report;
import io.nmt.report.render.ReportJson;
import io.nmt.report.render.ReportText;
import io.nmt.report.render.TextSpace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tells how a process ended, by what it has left. */
@Command(
        name = "postmortem",
        description = {
            "Show how a process or pod ended: killed, crashed, out of memory.",
            "By the files that it left: reports of memory pressure, hs_err files, recordings, JFR's "
                    + "repository, termination logs."
        })
public final class PostmortemCommand implements Callable<Integer> {
    private static final long LONGEST_SECONDS = 300;
    private static final String REPOSITORY = " (by default below /tmp): name the directory that it is in, too";

    @Parameters(
            arity = "1..*",
            paramLabel = "DIR",
            description = "Directories, or files. JFR's repositories are also read one level deeper.")
    private List<Path> paths;

    @Option(names = "--pid", paramLabel = "PID", description = "Only this one of several processes.")
    private Long pid;

    @Option(names = "--json", description = "JSON for scripts, of all processes.")
    private boolean json;

    @Mixin
    private Display display;

    /** For picocli. */
    public PostmortemCommand() {}

    @Override
    public Integer call() throws CommandException, IOException {
        LeftFiles finds =
                new LeftFiles(ModuleLayer.boot().findModule(Modules.JFR).isPresent());
        List<Postmortem> all = BoundedCall.call(
                () -> find(finds),
                LONGEST_SECONDS * 1000,
                () -> "its files cannot be read in " + LONGEST_SECONDS + " s: name the files to be read");
        Report report = PostmortemReport.of(all, finds);
        if (json) {
            Stdout.print(ReportJson.of(report) + "\n");
        } else {
            display.print(ReportText.of(report, null, null, display.space(TextSpace.LEAST_NAME_COLUMNS)), System.out);
        }
        return 0;
    }

    /** The reason why nothing was found, or could be read. */
    private String nothingIn(List<String> notes) {
        String places = paths.get(0) + (paths.size() > 1 ? " and the others" : "");
        return notes.isEmpty()
                ? "no file of a JVM is in " + places
                        + " (reports of memory pressure, hs_err files, recordings, termination logs)"
                : "nothing in " + places + " could be used: " + String.join("; ", notes)
                        + (notes.stream().anyMatch(note -> note.endsWith(LeftFiles.IN_REPOSITORY)) ? REPOSITORY : "");
    }

    private List<Postmortem> find(LeftFiles finds) throws CommandException, IOException {
        for (Path path : paths) {
            if (path.toString().isEmpty()) {
                throw new CommandException("the name of a file is empty");
            }
            if (!Files.exists(path)) {
                throw new CommandException(path + " does not exist" + UntrustedFiles.butAProcess(path));
            }
            finds.look(path);
        }
        List<Postmortem> all = new ArrayList<>(Postmortem.of(finds));
        if (all.isEmpty()) {
            throw new CommandException(nothingIn(finds.notes()));
        }
        if (pid != null) {
            List<Postmortem> others = new ArrayList<>(all);
            all.removeIf(story -> story.pid() != pid);
            others.removeAll(all);
            if (all.isEmpty()) {
                throw new CommandException("no file there is of process " + pid);
            }
            all.addAll(others);
        }
        return all;
    }
}
