package io.nmt.agent.cli;

import io.nmt.agent.channel.CommandException;
import io.nmt.core.malloc.MallocContext;
import io.nmt.core.malloc.MallocJson;
import io.nmt.core.malloc.MallocProfile;
import io.nmt.core.malloc.MallocReport;
import io.nmt.core.model.RecordedMemory;
import io.nmt.core.model.Scale;
import io.nmt.core.report.JsonReport;
import io.nmt.core.report.RecordingReport;
import java.io.IOException;
import java.nio.file.Path;
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
                    + " what was malloced and not freed."
        })
public final class ReportCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILE.jfr", description = "Recordings of one process, in any order.")
    private List<Path> files;

    @Option(
            names = "--chunks",
            description = "Of pools, show who took the chunks among the call sites, not who took buffers.")
    private boolean chunks;

    @Mixin
    private OutputOptions options;

    @Mixin
    private Display display;

    /** For picocli. */
    public ReportCommand() {}

    @Override
    public Integer call() throws CommandException, IOException {
        Modules.require(Modules.JFR);
        String text = InputFiles.read(files, this::text);
        if (options.json()) {
            Stdout.print(text);
        } else {
            display.print(text, System.out);
        }
        return 0;
    }

    private String text() throws IOException {
        RecordedMemory memory = RecordedMallocs.readUnlessOnlyThey(files);
        MallocProfile mallocs = RecordedMallocs.read(files);
        if (options.json()) {
            String json = memory == null ? "{}" : JsonReport.of(memory, options.top(), chunks);
            return (mallocs == null ? json : MallocJson.addTo(json, mallocs, options.top())) + "\n";
        }
        String text = memory == null ? "" : RecordingReport.of(memory, options::scale, options.top(), chunks);
        return mallocs == null ? text : text + (memory == null ? "" : "\n") + report(mallocs);
    }

    private String report(MallocProfile mallocs) {
        Scale scale = options.scale(mallocs.total().bytes());
        return MallocReport.of(mallocs, MallocContext.NONE, scale, options.top(), false);
    }
}
