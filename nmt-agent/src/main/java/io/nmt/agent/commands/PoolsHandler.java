package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.PoolReading;
import io.nmt.report.document.CoverageLines;
import io.nmt.report.document.Lines;
import io.nmt.report.document.PoolReport;
import io.nmt.report.document.Report;
import io.nmt.report.judge.Growth;
import io.nmt.report.judge.RecentGrowth;
import java.io.IOException;
import java.time.Instant;

/** Answers with how pools are filled, and the code that holds their buffers. */
final class PoolsHandler implements Command {
    @Override
    public String name() {
        return "pools";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        Growth growth = RecentGrowth.get();
        PoolReading read = NativeMemory.poolReading();
        PoolReading reading = growth == null ? read : growth.judged(read);
        ReportAnswer.print(report(reading, Instant.now(), request), request, answer);
    }

    /** Builds the report that was asked for. */
    static Report report(PoolReading reading, Instant now, Request request) throws CommandException {
        return PoolReport.of(reading, ReportOptions.top(request), request.flag("stacks"))
                .with(new Lines(CoverageLines.of(reading.sampling().coverage(), now)));
    }
}
