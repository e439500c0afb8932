package io.nmt.cli.commands;

import io.nmt.channel.CommandException;
import io.nmt.cli.guard.Modules;
import io.nmt.cli.guard.UntrustedFiles;
import io.nmt.cli.malloc.RecordedMallocs;
import io.nmt.cli.options.OutputOptions;
import io.nmt.cli.options.Patience;
import io.nmt.cli.pages.PageOutput;
import io.nmt.cli.pages.ProcessPage;
import io.nmt.cli.pages.RecordingPage;
import io.nmt.cli.process.ProcessArgument;
import io.nmt.cli.terminal.Display;
import io.nmt.cli.terminal.ProgressBar;
import io.nmt.cli.terminal.Stdout;
import io.nmt.cli.usage.UsageException;
import io.nmt.jfr.recordings.NettyReader;
import io.nmt.jfr.recordings.RecordingException;
import io.nmt.report.document.RecordingReport;
import io.nmt.report.document.Report;
import io.nmt.report.malloc.MallocContext;
import io.nmt.report.malloc.MallocProfile;
import io.nmt.report.malloc.MallocReport;
import io.nmt.report.model.Statement;
import io.nmt.report.netty.NettyEvents;
import io.nmt.report.netty.NettyReport;
import io.nmt.report.page.RecordedCourse;
import io.nmt.report.page.RecordedPast;
import io.nmt.report.render.Json;
import io.nmt.report.render.TextSpace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what a recording tells. */
@Command(
        name = "report",
        customSynopsis = "nmt report [OPTIONS] PID|NAME|FILE.jfr... [-o FILE.html]",
        description = {
            "Show a flight recording. 'nmt jfc' writes the settings for one.",
            "Last figures, peaks, call sites, native handles, and the last reading of resident memory. A "
                    + "recording by async-profiler with nativemem: blocks malloced and not freed. Netty's own events: "
                    + "its buffers. With -o, all that over time as a page, also of a process that runs."
        })
public final class ReportCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "PID|NAME|FILE.jfr",
            description = "Recordings of one process, in any order; or a JVM, whose report is a page.")
    private List<String> names;

    @Option(
            names = "--chunks",
            description = "Show the call sites of chunks of pools, in place of those of their buffers.")
    private boolean chunks;

    @Mixin
    private PageOutput page;

    @Mixin
    private Patience patience;

    @Mixin
    private OutputOptions options;

    @Mixin
    private Display display;

    @Spec
    private CommandSpec spec;

    private final List<Path> files = new ArrayList<>();

    /** For picocli. */
    public ReportCommand() {}

    @Override
    public Integer call() throws CommandException, IOException {
        boolean toPage = page.isWanted(options.json(), spec);
        for (String name : names) {
            long pid = ProcessArgument.pidUnlessFile(name, spec);
            if (pid > 0) {
                return process(pid, toPage);
            }
        }
        Modules.require(Modules.JFR);
        names.forEach(name -> files.add(Path.of(name)));
        sayWhatNumbersAre();
        if (toPage) {
            return page.write(files, percent -> RecordingPage.of(files, percent));
        }
        String text = UntrustedFiles.read(files, this::text);
        if (options.json()) {
            Stdout.print(text);
        } else {
            display.print(text, System.out);
        }
        return 0;
    }

    private void sayWhatNumbersAre() {
        for (String name : names) {
            if (name.matches("\\d+")) {
                ProgressBar.printAbove(
                        "nmt: reading the file " + name + ", not process " + name,
                        spec.commandLine().getErr());
            }
        }
    }

    private int process(long pid, boolean toPage) throws CommandException, IOException {
        if (names.size() > 1) {
            throw new ParameterException(
                    spec.commandLine(), "a process is reported alone, without files and other processes");
        }
        if (!toPage) {
            useNewPage(Long.toString(pid));
        }
        return page.write(ProcessPage.of(pid, patience, spec));
    }

    private void useNewPage(String pid) {
        if (options.json()) {
            String wrong = "the report of a process is a page; JSON has:";
            throw new UsageException(spec.commandLine(), wrong, "summary", pid, "--json");
        }
        page.useNew(pid);
        page.isWanted(false, spec); // refuses options of text
    }

    private String text() throws IOException {
        NettyEvents netty = NettyReader.read(files);
        RecordedCourse course = course(netty != null);
        MallocProfile mallocs = RecordedMallocs.read(files);
        List<Statement> growth =
                course == null ? List.of() : RecordedPast.of(course).statements();
        Report recorded = course == null ? null : RecordingReport.of(course.memory(), growth, options.top(), chunks);
        if (options.json()) {
            String json = recorded == null ? "{}" : written(recorded).strip();
            json = mallocs == null
                    ? json
                    : Json.withField(json, "malloc", written(report(mallocs)).strip());
            return (netty == null
                            ? json
                            : Json.withField(
                                    json, "netty", written(report(netty)).strip())) + "\n";
        }
        List<String> sections = new ArrayList<>();
        if (recorded != null) {
            sections.add(written(recorded));
        }
        if (mallocs != null) {
            sections.add(written(report(mallocs)));
        }
        if (netty != null) {
            sections.add(written(report(netty)));
        }
        return String.join("\n", sections);
    }

    /** Null if the recording is of others alone. */
    private RecordedCourse course(boolean hasNetty) throws IOException {
        try {
            return RecordedMallocs.readUnlessOnlyThey(files);
        } catch (RecordingException e) {
            if (hasNetty) {
                return null;
            }
            throw e;
        }
    }

    private Report report(MallocProfile mallocs) {
        return MallocReport.of(mallocs, MallocContext.NONE, options.top(), false);
    }

    private Report report(NettyEvents netty) {
        return NettyReport.of(netty, options.top());
    }

    private String written(Report report) {
        return options.written(report, display.space(TextSpace.LEAST_NAME_COLUMNS));
    }
}
