package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.Scale;
import io.nmt.report.document.CoverageLines;
import io.nmt.report.document.JsonReport;
import io.nmt.report.document.PoolReport;
import io.nmt.report.judge.Growth;
import io.nmt.report.judge.RecentGrowth;
import java.io.IOException;
import java.time.Instant;

/** The use of pools, and the owners of their buffers. */
final class PoolsHandler implements Command {
    @Override
    public String name() {
        return "pools";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        int top = ReportOptions.top(request);
        Growth growth = RecentGrowth.get();
        PoolReading read = NativeMemory.poolReading();
        PoolReading reading = growth == null ? read : growth.judged(read);
        Scale scale = ReportOptions.scale(request, reading.largestBytes());
        answer.print(
                request.flag("json")
                        ? JsonReport.ofPools(reading, top).concat("\n")
                        : PoolReport.of(reading, scale, top, request.flag("stacks"))
                                + CoverageLines.of(reading.sampling().coverage(), Instant.now()));
    }
}
