package io.nmt.agent.cli;

import io.nmt.agent.channel.CommandException;
import io.nmt.agent.postmortem.Finds;
import io.nmt.agent.postmortem.Postmortem;
import io.nmt.agent.postmortem.PostmortemReport;
import java.io.IOException;
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
            "Tell how a process ended, by what it has left.",
            "Reads reports of memory pressure and their twins, hs_err files, recordings and what JFR's repository has"
                    + " of them after a kill, termination logs: in a directory, or as files."
        })
public final class PostmortemCommand implements Callable<Integer> {
    private static final long LONGEST_SECONDS = 300;

    @Parameters(
            arity = "1..*",
            paramLabel = "DIR",
            description = "Where that is: directories, or files. Of a directory in it, JFR's repositories are read.")
    private List<Path> paths;

    @Option(names = "--pid", paramLabel = "PID", description = "Of several processes, tell of this one.")
    private Long pid;

    @Option(names = "--json", description = "JSON for scripts, of all processes.")
    private boolean json;

    @Mixin
    private Display display;

    /** For picocli. */
    public PostmortemCommand() {}

    @Override
    public Integer call() throws CommandException, IOException {
        Finds finds = new Finds(ModuleLayer.boot().findModule(Modules.JFR).isPresent());
        List<Postmortem> all = Bounded.call(
                () -> find(finds),
                LONGEST_SECONDS * 1000,
                () -> "what is there cannot be read in " + LONGEST_SECONDS + " s: name the files to be read");
        if (json) {
            Stdout.print(PostmortemReport.json(all, finds) + "\n");
        } else {
            display.print(PostmortemReport.text(all, finds), System.out);
        }
        return 0;
    }

    private List<Postmortem> find(Finds finds) throws CommandException, IOException {
        for (Path path : paths) {
            if (path.toString().isEmpty()) {
                throw new CommandException("the name of a file is empty");
            }
            finds.look(path);
        }
        List<Postmortem> all = new ArrayList<>(Postmortem.of(finds));
        if (all.isEmpty()) {
            throw new CommandException("nothing that a JVM has left is in " + paths.get(0)
                    + (paths.size() > 1 ? " and the others" : "")
                    + ": no report of memory pressure, no hs_err file, no recording, no termination log"
                    + (finds.notes().isEmpty() ? "" : "; " + String.join("; ", finds.notes())));
        }
        if (pid != null) {
            List<Postmortem> others = new ArrayList<>(all);
            all.removeIf(story -> story.pid() != pid);
            others.removeAll(all);
            if (all.isEmpty()) {
                throw new CommandException("nothing there is of process " + pid);
            }
            all.addAll(others);
        }
        return all;
    }
}
