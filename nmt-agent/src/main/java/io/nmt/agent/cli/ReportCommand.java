package io.nmt.agent.cli;

import io.nmt.agent.channel.CommandException;
import io.nmt.agent.files.OutputFile;
import io.nmt.core.malloc.MallocContext;
import io.nmt.core.malloc.MallocJson;
import io.nmt.core.malloc.MallocProfile;
import io.nmt.core.malloc.MallocReport;
import io.nmt.core.model.RecordedMemory;
import io.nmt.core.model.Scale;
import io.nmt.core.netty.NettyEvents;
import io.nmt.core.netty.NettyJson;
import io.nmt.core.netty.NettyReport;
import io.nmt.core.report.JsonReport;
import io.nmt.core.report.RecordingReport;
import io.nmt.jfr.recordings.NettyReader;
import io.nmt.jfr.recordings.RecordingException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what a recording tells. */
@Command(
        name = "report",
        description = {
            "Show what a flight recording tells.",
            "The last figures, the peaks, the call sites that held most, native handles,"
                    + " and the last reading of resident memory; of a recording by async-profiler with nativemem,"
                    + " what was malloced and not freed; of one with Netty's own events, what these tell."
        })
public final class ReportCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILE.jfr", description = "Recordings of one process, in any order.")
    private List<Path> files;

    @Option(
            names = "--chunks",
            description = "Of pools, show who took the chunks among the call sites, not who took buffers.")
    private boolean chunks;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE.html",
            description = "Write a page instead, one file that needs no network; replaced if it exists.")
    private Path output;

    @Mixin
    private OutputOptions options;

    @Mixin
    private Display display;

    /** For picocli. */
    public ReportCommand() {}

    @Override
    public Integer call() throws CommandException, IOException {
        Modules.require(Modules.JFR);
        if (output != null) {
            return writePage();
        }
        String text = InputFiles.read(files, this::text);
        if (options.json()) {
            Stdout.print(text);
        } else {
            display.print(text, System.out);
        }
        return 0;
    }

    private int writePage() throws CommandException, IOException {
        String page;
        try (ProgressBar progress = ProgressBar.start()) {
            page = InputFiles.read(files, () -> RecordingPage.of(files, progress::show));
        }
        OutputFile.write(output, page);
        Stdout.printWritten(output);
        return 0;
    }

    private String text() throws IOException {
        NettyEvents netty = NettyReader.read(files);
        RecordedMemory memory = memory(netty != null);
        MallocProfile mallocs = RecordedMallocs.read(files);
        if (options.json()) {
            String json = memory == null ? "{}" : JsonReport.of(memory, options.top(), chunks);
            json = mallocs == null ? json : MallocJson.addTo(json, mallocs, options.top());
            return (netty == null ? json : NettyJson.addTo(json, netty, options.top())) + "\n";
        }
        List<String> sections = new ArrayList<>();
        if (memory != null) {
            sections.add(RecordingReport.of(memory, options::scale, options.top(), chunks));
        }
        if (mallocs != null) {
            sections.add(report(mallocs));
        }
        if (netty != null) {
            sections.add(NettyReport.of(netty, options.scale(netty.largestBytes()), options.top()));
        }
        return String.join("\n", sections);
    }

    /** Null if the recording is of others alone. */
    private RecordedMemory memory(boolean hasNetty) throws IOException {
        try {
            return RecordedMallocs.readUnlessOnlyThey(files);
        } catch (RecordingException e) {
            if (hasNetty) {
                return null;
            }
            throw e;
        }
    }

    private String report(MallocProfile mallocs) {
        Scale scale = options.scale(mallocs.total().bytes());
        return MallocReport.of(mallocs, MallocContext.NONE, scale, options.top(), false);
    }
}
