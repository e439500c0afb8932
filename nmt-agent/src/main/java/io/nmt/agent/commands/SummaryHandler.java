package io.nmt.agent.commands;

import io.nmt.agent.channel.Answer;
import io.nmt.agent.channel.CommandException;
import io.nmt.agent.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Snapshot;
import io.nmt.core.report.DetailReport;
import io.nmt.core.report.JsonReport;
import io.nmt.core.report.TextReport;
import io.nmt.core.rss.sources.MallocCheck;
import java.io.IOException;

/** What there is now: the report that the agent also prints at exit. */
final class SummaryHandler implements Command {
    @Override
    public String name() {
        return "summary";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        Snapshot snapshot = MallocCheck.of(NativeMemory.snapshot());
        snapshot = snapshot.withCategories(Order.OF_CATEGORIES.sorted(snapshot.categories(), request));
        if (request.flag("json")) {
            answer.print(JsonReport.of(snapshot, NativeMemory.pools()).concat("\n"));
        } else {
            int top = ReportOptions.top(request);
            Scale scale = ReportOptions.scale(request, snapshot.total().peakCommitted());
            // At once: to send the first half takes a buffer, which would be in the second.
            answer.print(TextReport.of(snapshot, scale).concat(DetailReport.of(NativeMemory.details(), scale, top)));
        }
    }
}
