package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Sampling;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.document.LeaksAnswer;
import io.nmt.report.judge.Growth;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import io.nmt.report.past.Baseline;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryReading;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

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
        answer.print(text(
                request,
                growth,
                new Times(ZoneId.systemDefault(), System.currentTimeMillis()),
                NativeMemory.handles(),
                NativeMemory.pooledBuffers(),
                NativeMemory.sampling(),
                Instant.now()));
    }

    /** Not private: to be tested with fixed values. */
    static String text(
            Request request,
            Growth growth,
            Times times,
            List<HandleUsage> handles,
            List<PooledSite> pooled,
            Sampling sampling,
            Instant now)
            throws CommandException {
        int top = ReportOptions.top(request);
        LeaksByLine lines = sorted(growth.lines(), request);
        Leaks leaks = lines.leaks();
        LeaksAnswer answer =
                new LeaksAnswer(lines, growth.statementsBeside(Statement.Next.LEAKS), handles, pooled, sampling, true);
        return request.flag("json")
                ? answer.json(top).concat("\n")
                : answer.text(
                        times,
                        now,
                        ReportOptions.scale(
                                request, ReportOptions.largestBytes(leaks.suspects(), leaks.holders(), leaks.pools())),
                        top,
                        request.flag("stacks"));
    }

    private static LeaksByLine sorted(LeaksByLine lines, Request request) throws CommandException {
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
