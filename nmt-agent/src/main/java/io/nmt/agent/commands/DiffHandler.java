package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.SnapshotDiff;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.document.Comparison;
import io.nmt.report.document.ComparisonReport;
import io.nmt.report.document.JsonReport;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.past.Baseline;
import io.nmt.report.past.History;
import java.io.IOException;
import java.util.List;

/** The changes since the last baseline. */
final class DiffHandler implements Command {
    @Override
    public String name() {
        return "diff";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        Baseline baseline = History.ofProcess().baselines().last();
        if (baseline == null) {
            throw new CommandException("there is no baseline to compare with; the command 'baseline' keeps one");
        }
        int top = ReportOptions.top(request);
        ResidentMemory resident = ResidentNow.read();
        MemoryReading now =
                new MemoryReading(NativeMemory.snapshot(), TrackerReader.owners(), resident, NativeMemory.handles());
        Comparison comparison = inOrder(
                request,
                Comparison.ofMoments(
                        baseline.reading(),
                        TrackerReader.owners(baseline.ageNanos()),
                        now,
                        NativeMemory.sampling().intervalBytes()));
        answer.print(
                request.flag("json")
                        ? JsonReport.of(comparison, top).concat("\n")
                        : ComparisonReport.ofMoments(
                                comparison, baseline.ageNanos(), ReportOptions.scale(request), top));
    }

    private static Comparison inOrder(Request request, Comparison comparison) throws CommandException {
        SnapshotDiff diff = comparison.categories();
        List<SnapshotDiff.Change> changes = Order.OF_CHANGES.sorted(diff.categories(), request);
        return new Comparison(
                comparison.before(),
                comparison.after(),
                new SnapshotDiff(changes, diff.total()),
                comparison.sites(),
                comparison.components(),
                comparison.handles());
    }
}
