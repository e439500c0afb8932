package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Details;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Snapshot;
import io.nmt.report.document.DetailReport;
import io.nmt.report.document.JsonReport;
import io.nmt.report.document.TextReport;
import io.nmt.report.reading.sources.MallocCheck;
import java.io.IOException;

/** The summary of this moment, which the agent also prints at exit. */
final class SummaryHandler implements Command {
    private volatile boolean loaded;

    @Override
    public String name() {
        return "summary";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        if (!loaded) {
            // What is read first loads classes, whose jar's inflaters would be in one half of the report alone.
            NativeMemory.snapshot();
            NativeMemory.details();
            loaded = true;
        }
        Snapshot counted = NativeMemory.snapshot();
        Details details = NativeMemory.details();
        Snapshot snapshot = MallocCheck.of(counted);
        snapshot = snapshot.withCategories(Order.OF_CATEGORIES.sorted(snapshot.categories(), request));
        if (request.flag("json")) {
            answer.print(JsonReport.of(snapshot, NativeMemory.pools()).concat("\n"));
        } else {
            int top = ReportOptions.top(request);
            Scale scale = ReportOptions.scale(request, snapshot.total().peakCommitted());
            answer.print(TextReport.of(snapshot, scale).concat(DetailReport.of(details, scale, top)));
        }
    }
}
