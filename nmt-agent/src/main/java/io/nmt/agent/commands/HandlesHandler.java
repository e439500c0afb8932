package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.HandleUsage;
import io.nmt.report.document.HandleReport;
import io.nmt.report.document.Report;
import io.nmt.report.judge.Growth;
import io.nmt.report.judge.HandleStatements;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** Answers with open native handles, and the code that made them. */
final class HandlesHandler implements Command {
    @Override
    public String name() {
        return "handles";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        long ageNanos = ReportOptions.ageNanos(request, 0);
        ReportAnswer.print(
                report(
                        NativeMemory.handles(ageNanos),
                        Growth.now(),
                        NativeMemory.sampling().coverage(),
                        ageNanos,
                        Instant.now(),
                        request),
                request,
                answer);
    }

    /** Builds the report that was asked for. */
    static Report report(
            List<HandleUsage> usages, Growth growth, Coverage coverage, long ageNanos, Instant now, Request request)
            throws CommandException {
        Report handles =
                HandleReport.of(usages, ReportOptions.top(request), request.flag("stacks"), ageNanos, coverage, now);
        return HandleReport.judged(HandleStatements.listed(growth, usages), handles, now);
    }
}
