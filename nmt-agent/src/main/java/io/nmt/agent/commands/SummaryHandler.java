package io.nmt.agent.commands;

import io.nmt.agent.channel.Answer;
import io.nmt.agent.channel.CommandException;
import io.nmt.agent.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Details;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Snapshot;
import io.nmt.core.report.DetailReport;
import io.nmt.core.report.JsonReport;
import io.nmt.core.report.TextReport;
import io.nmt.core.rss.sources.MallocCheck;
import java.io.IOException;

/** What there is now: the report that the agent also prints at exit. */
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
