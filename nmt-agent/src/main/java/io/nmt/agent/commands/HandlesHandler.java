package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.HandleUsage;
import io.nmt.report.document.HandleReport;
import io.nmt.report.document.JsonReport;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** Open native handles, and the code that made them. */
final class HandlesHandler implements Command {
    @Override
    public String name() {
        return "handles";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        int top = ReportOptions.top(request);
        long ageNanos = ReportOptions.ageNanos(request, 0);
        List<HandleUsage> usages = NativeMemory.handles(ageNanos);
        Coverage coverage = NativeMemory.sampling().coverage();
        answer.print(
                request.flag("json")
                        ? JsonReport.ofHandles(usages, top, ageNanos, coverage).concat("\n")
                        : HandleReport.of(usages, top, request.flag("stacks"), ageNanos, coverage, Instant.now()));
    }
}
