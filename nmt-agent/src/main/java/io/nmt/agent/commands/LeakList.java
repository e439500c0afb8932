package io.nmt.agent.commands;

import io.nmt.agent.channel.Answer;
import io.nmt.agent.channel.CommandException;
import io.nmt.agent.channel.Request;
import io.nmt.core.report.Scale;
import io.nmt.core.report.SiteJson;
import io.nmt.core.report.SiteReport;
import io.nmt.core.report.TrackedSince;
import io.nmt.core.sites.Leaks;
import io.nmt.core.tracker.NotTracked;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Which Java code holds bytes for long, and whether that grows. */
final class LeakList implements Command {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long NOT_GIVEN = Long.MIN_VALUE;

    @Override
    public String name() {
        return "leaks";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        int top = ReportOptions.top(request);
        Leaks found = find(request.number("age", NOT_GIVEN));
        Leaks leaks = new Leaks(
                found.minimumAgeNanos(),
                SiteOrder.sorted(found.suspects(), request),
                SiteOrder.sorted(found.holders(), request),
                SiteOrder.sorted(found.pools(), request),
                found.judgedInNanos());
        List<String> notes = new ArrayList<>();
        add(notes, UncollectedBuffers.noteOn(leaks));
        add(notes, ResidentNotes.takeAndCompare(leaks));
        if (request.flag("json")) {
            answer.print(SiteJson.of(leaks, top, notes).concat("\n"));
        } else {
            long largest = Math.max(
                    Math.max(SiteOrder.largestBytes(leaks.suspects()), SiteOrder.largestBytes(leaks.holders())),
                    SiteOrder.largestBytes(leaks.pools()));
            Scale scale = ReportOptions.scale(request, largest);
            StringBuilder text = new StringBuilder(SiteReport.of(leaks, scale, top)).append(TrackedSince.lines());
            for (NotTracked category : NotTracked.told()) {
                text.append(category.sentence()).append('\n');
            }
            for (String note : notes) {
                text.append(note).append('\n');
            }
            answer.print(text.toString());
        }
    }

    private static void add(List<String> notes, String note) {
        if (!note.isEmpty()) {
            notes.add(note);
        }
    }

    /** What was allocated before the last two baselines, if there are two. */
    private static Leaks find(long ageSeconds) throws CommandException {
        if (ageSeconds != NOT_GIVEN) {
            if (ageSeconds < 0 || ageSeconds > Long.MAX_VALUE / NANOS_PER_SECOND) {
                throw new CommandException(
                        "'" + ageSeconds + "' is not a value of the option age; allowed: seconds, from 0");
            }
            return Leaks.find(ageSeconds * NANOS_PER_SECOND);
        }
        Baselines.Baseline beforeLast = Baselines.previous();
        return beforeLast == null ? Leaks.find() : Leaks.find(beforeLast.ageNanos());
    }
}
