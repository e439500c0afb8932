package io.nmt.cli.commands;

import io.nmt.channel.CommandException;
import io.nmt.cli.guard.Modules;
import io.nmt.cli.guard.UntrustedFiles;
import io.nmt.cli.malloc.RecordedMallocs;
import io.nmt.cli.options.OutputOptions;
import io.nmt.cli.pages.PageOutput;
import io.nmt.cli.pages.RecordingPage;
import io.nmt.cli.terminal.Display;
import io.nmt.cli.terminal.Stdout;
import io.nmt.report.document.Comparison;
import io.nmt.report.document.ComparisonReport;
import io.nmt.report.document.Lines;
import io.nmt.report.document.Report;
import io.nmt.report.judge.GoneGrowth;
import io.nmt.report.judge.JvmChange;
import io.nmt.report.malloc.MallocComparison;
import io.nmt.report.malloc.MallocProfile;
import io.nmt.report.model.RecordedMemory;
import io.nmt.report.render.TextSpace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what differs between two recordings, or reports of recordings. */
@Command(
        name = "compare",
        description = {
            "Show what grew from one flight recording to another.",
            "By category, call site, native handles and resident memory. A and B are two moments of a "
                    + "process, or two versions of a program. A report that 'report A.jfr --json --top 0' wrote "
                    + "stands for its recording."
        })
public final class CompareCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "A.jfr|A.json", description = "The recording to compare with.")
    private Path before;

    @Parameters(index = "1", paramLabel = "B.jfr|B.json", description = "The recording to compare, at its end.")
    private Path after;

    @Mixin
    private PageOutput page;

    @Mixin
    private OutputOptions options;

    @Mixin
    private Display display;

    @Spec
    private CommandSpec spec;

    /** For picocli. */
    public CompareCommand() {}

    @Override
    public Integer call() throws CommandException, IOException {
        Modules.require(Modules.JFR);
        if (page.isWanted(options.json(), spec)) {
            for (Path file : List.of(before, after)) {
                if (Files.isRegularFile(file) && ComparedFile.isJson(file)) {
                    throw new CommandException(file + " is a saved report: a page is made of recordings alone");
                }
            }
            return page.write(List.of(before, after), percent -> RecordingPage.of(before, after, percent));
        }
        String text = UntrustedFiles.read(List.of(before, after), this::text);
        if (options.json()) {
            Stdout.print(text);
        } else {
            display.print(text, System.out);
        }
        return 0;
    }

    private String text() throws IOException {
        ComparedFile earlier = ComparedFile.read(before);
        ComparedFile later = ComparedFile.read(after);
        if (earlier == null || later == null) {
            return mallocs();
        }
        boolean sites = earlier.hasAllSites() && later.hasAllSites();
        boolean handles = earlier.hasAllHandles() && later.hasAllHandles();
        RecordedMemory memoryBefore = earlier.with(sites, handles);
        RecordedMemory memoryAfter = later.with(sites, handles);
        JvmChange.Side one = earlier.side();
        JvmChange.Side other = later.side();
        Report report = ComparisonReport.ofRecordings(
                Comparison.ofRecordings(memoryBefore.last(), memoryAfter.last()),
                String.valueOf(before),
                memoryBefore,
                String.valueOf(after),
                memoryAfter,
                JvmChange.withGrowth(one, other),
                ComparisonReport.gone(
                        GoneGrowth.of(one, other, later.memory().last()), GoneGrowth.isGrowthUnknown(other)),
                options.top());
        return written(sites && handles ? report : report.with(new Lines(leftOut(sites, handles))));
    }

    private static String leftOut(boolean sites, boolean handles) {
        String what = sites ? "Native handles" : handles ? "Call sites" : "Call sites and native handles";
        return "\n" + what + " are left out: a saved report has not all of them. Save with '--json --top 0'.\n";
    }

    /** Compares async-profiler's records, where the agent was not in both processes. */
    private String mallocs() throws IOException {
        MallocProfile earlier = RecordedMallocs.read(List.of(before));
        MallocProfile later = RecordedMallocs.read(List.of(after));
        if (earlier == null || later == null) {
            throw new IOException((earlier == null ? before : after)
                    + " has no events of async-profiler, and the other one has no others: they cannot be compared");
        }
        return written(new MallocComparison(earlier, later).report(options.top()));
    }

    private String written(Report report) {
        return options.written(report, display.space(TextSpace.LEAST_NAME_COLUMNS));
    }
}
