package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Details;
import io.nmt.core.model.Snapshot;
import io.nmt.report.document.Report;
import io.nmt.report.document.SummaryReport;
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
        ReportAnswer.print(report(snapshot, details, request), request, answer);
    }

    /** Builds the report that was asked for. */
    static Report report(Snapshot snapshot, Details details, Request request) throws CommandException {
        Snapshot sorted = snapshot.withCategories(Order.OF_CATEGORIES.sorted(snapshot.categories(), request));
        return SummaryReport.of(sorted, details, ReportOptions.top(request));
    }
}
