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
import io.nmt.core.model.Scale;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.document.HandleFindings;
import io.nmt.report.document.HandleReport;
import io.nmt.report.document.JsonReport;
import io.nmt.report.document.PoolFindings;
import io.nmt.report.document.SiteReport;
import io.nmt.report.document.TrackedSince;
import io.nmt.report.judge.Growth;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryReading;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
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
        List<HandleUsage> suspects = HandleFindings.suspects(handles);
        List<String> notes = new ArrayList<>();
        add(notes, HandleFindings.ofTooEarly(handles));
        String lost = PoolFindings.lost(pooled);
        List<Statement> statements = growth.statementsBeside(Statement.Next.LEAKS);
        if (request.flag("json")) {
            add(notes, lost);
            return JsonReport.of(lines, sampling, top, suspects, statements, notes)
                    .concat("\n");
        }
        add(notes, PoolNotes.whereUsersAre(pooled));
        Scale scale = ReportOptions.scale(
                request, ReportOptions.largestBytes(leaks.suspects(), leaks.holders(), leaks.pools()));
        boolean stacks = request.flag("stacks");
        StringBuilder text = new StringBuilder(lost.isEmpty() ? "" : lost.concat("\n\n"))
                .append(SiteReport.ofGrowth(lines, statements, times, sampling, scale, top, stacks))
                .append(HandleReport.ofSuspects(suspects, top, stacks))
                .append(TrackedSince.lines(sampling.coverage(), now));
        sampling.coverage()
                .sentences()
                .forEach(sentence -> text.append(sentence).append('\n'));
        for (String note : notes) {
            text.append(note).append('\n');
        }
        return text.toString();
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

    /** Of what was allocated before the last two baselines, if there are two. */
    private static long usualAgeNanos() {
        Baselines.Baseline beforeLast = Baselines.previous();
        return beforeLast == null ? TrackerReader.usualLeakAgeNanos() : beforeLast.ageNanos();
    }

    private static void add(List<String> notes, String note) {
        if (!note.isEmpty()) {
            notes.add(note);
        }
    }
}
