package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.document.LeakReport;
import io.nmt.report.document.Report;
import io.nmt.report.judge.Growth;
import io.nmt.report.past.Baseline;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryReading;
import java.io.IOException;
import java.time.Instant;

/** Shows the lines of code that grow, or hold old blocks. */
final class LeaksHandler implements Command {
    private static final long NOT_GIVEN = -1;

    @Override
    public String name() {
        return "leaks";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        HistoryReading history = HistoryReading.of(History.ofProcess(), 0);
        long ageNanos = ReportOptions.ageNanos(request, NOT_GIVEN);
        Growth growth = Growth.now(history, ageNanos == NOT_GIVEN ? usualAgeNanos() : ageNanos);
        LeakReport.Figures figures = new LeakReport.Figures(
                sorted(growth.lines(), request),
                growth.statements(),
                NativeMemory.handles(),
                NativeMemory.pooledBuffers(),
                NativeMemory.sampling(),
                true,
                Instant.now());
        ReportAnswer.print(report(figures, request), request, answer);
    }

    /** Builds the report that was asked for. */
    static Report report(LeakReport.Figures figures, Request request) throws CommandException {
        return LeakReport.of(figures, ReportOptions.top(request), request.flag("stacks"));
    }

    static LeaksByLine sorted(LeaksByLine lines, Request request) throws CommandException {
        Leaks found = lines.leaks();
        return new LeaksByLine(
                new Leaks(
                        found.minimumAgeNanos(),
                        Order.OF_SITES.sorted(found.suspects(), request),
                        Order.OF_SITES.sorted(found.holders(), request),
                        Order.OF_SITES.sorted(found.pools(), request),
                        found.judgedInNanos()),
                lines.stacks());
    }

    /** Returns the lines of what was allocated before the last two baselines, if there are two. */
    private static long usualAgeNanos() {
        Baseline beforeLast = History.ofProcess().baselines().previous();
        return beforeLast == null ? TrackerReader.usualLeakAgeNanos() : beforeLast.ageNanos();
    }
}
