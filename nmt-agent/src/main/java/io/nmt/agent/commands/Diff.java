package io.nmt.agent.commands;

import io.nmt.agent.channel.Answer;
import io.nmt.agent.channel.CommandException;
import io.nmt.agent.channel.Request;
import io.nmt.agent.commands.Baselines.Baseline;
import io.nmt.core.NativeMemory;
import io.nmt.core.report.Scale;
import io.nmt.core.sites.Sites;
import io.nmt.core.snapshot.Snapshot;
import java.io.IOException;

/** What has changed since the last baseline. */
final class Diff implements Command {
    @Override
    public String name() {
        return "diff";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        Baseline baseline = Baselines.last();
        if (baseline == null) {
            throw new CommandException("there is no baseline to compare with; the command 'baseline' takes one");
        }
        ResidentChanges resident = new ResidentChanges(baseline.resident(), ResidentChanges.read());
        Snapshot now = NativeMemory.snapshot();
        SiteChanges sites = new SiteChanges(
                baseline.sites(), Sites.list(baseline.ageNanos()), Sites.list(), ReportOptions.top(request));
        DiffReport report = new DiffReport(baseline.snapshot(), now, request.option("sort", ""));
        if (request.flag("json")) {
            answer.print(report.json(sites.json(), resident.json()).concat("\n"));
        } else {
            Scale scale = ReportOptions.scale(
                    request,
                    Math.max(
                            now.total().committed(), baseline.snapshot().total().committed()));
            Scale residentScale = ReportOptions.scale(request, resident.rssBytes());
            answer.print(report.text(scale, baseline.ageNanos())
                    .concat(sites.text(scale))
                    .concat(resident.text(residentScale)));
        }
    }
}
