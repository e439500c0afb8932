package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.HandleSite;
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
import io.nmt.report.leaks.Suspects;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryReading;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Which Java code holds bytes for long, and whether that grows. */
final class LeaksHandler implements Command {
    private static final long NOT_GIVEN = -1;

    @Override
    public String name() {
        return "leaks";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        HistoryReading history = HistoryReading.of(History.ofProcess(), 0);
        LeaksByLine byLine = find(ReportOptions.ageNanos(request, NOT_GIVEN));
        Leaks found = Suspects.apart(byLine.leaks(), history);
        Leaks leaks = new Leaks(
                found.minimumAgeNanos(),
                Order.OF_SITES.sorted(found.suspects(), request),
                Order.OF_SITES.sorted(found.holders(), request),
                Order.OF_SITES.sorted(found.pools(), request),
                found.judgedInNanos());
        answer.print(text(
                request,
                new LeaksByLine(leaks, byLine.stacks()),
                history,
                UncollectedBuffers.noteOn(leaks),
                NativeMemory.handles(),
                NativeMemory.pooledBuffers(),
                ResidentNotes.takeAndCompare(leaks),
                NativeMemory.sampling(),
                Instant.now()));
    }

    /** Not private: to be tested with fixed values. */
    static String text(
            Request request,
            LeaksByLine shown,
            HistoryReading history,
            String noteOnGarbage,
            List<HandleUsage> handles,
            List<PooledSite> pooled,
            String noteOnResident,
            Sampling sampling,
            Instant now)
            throws CommandException {
        int top = ReportOptions.top(request);
        Leaks leaks = shown.leaks();
        List<String> notes = new ArrayList<>();
        add(notes, noteOnGarbage);
        List<HandleUsage> suspects = HandleFindings.suspects(handles);
        add(notes, HandleFindings.ofTooEarly(handles));
        String lost = PoolFindings.lost(pooled);
        add(notes, noteOnResident);
        notes.addAll(HistoryNotes.ofSuspects(leaks.suspects(), history));
        if (request.flag("json")) {
            add(notes, lost);
            return JsonReport.of(shown, sampling, top, suspects, notes).concat("\n");
        }
        add(notes, PoolNotes.whereUsersAre(pooled));
        Scale scale = ReportOptions.scale(
                request, ReportOptions.largestBytes(leaks.suspects(), leaks.holders(), leaks.pools()));
        boolean stacks = request.flag("stacks");
        StringBuilder text = new StringBuilder(lost.isEmpty() ? "" : lost.concat("\n\n"))
                .append(SiteReport.of(shown, sampling, scale, top, stacks, grow(suspects)))
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

    private static boolean grow(List<HandleUsage> suspects) {
        return suspects.stream().flatMap(usage -> usage.sites().stream()).anyMatch(HandleSite::growing);
    }

    private static void add(List<String> notes, String note) {
        if (!note.isEmpty()) {
            notes.add(note);
        }
    }

    /** What was allocated before the last two baselines, if there are two. */
    private static LeaksByLine find(long ageNanos) {
        if (ageNanos != NOT_GIVEN) {
            return TrackerReader.leaksByLine(ageNanos);
        }
        Baselines.Baseline beforeLast = Baselines.previous();
        return TrackerReader.leaksByLine(
                beforeLast == null ? TrackerReader.usualLeakAgeNanos() : beforeLast.ageNanos());
    }
}
