package io.nmt.agent.commands;

import io.nmt.agent.channel.Answer;
import io.nmt.agent.channel.CommandException;
import io.nmt.agent.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.report.Scale;
import io.nmt.core.report.SiteJson;
import io.nmt.core.report.SiteReport;
import io.nmt.core.report.TrackedSince;
import io.nmt.core.sites.SiteUsage;
import java.io.IOException;
import java.util.List;

/** Which Java code holds the live bytes. */
final class SiteList implements Command {
    @Override
    public String name() {
        return "sites";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        int top = ReportOptions.top(request);
        List<SiteUsage> sites = SiteOrder.sorted(NativeMemory.sites(), request);
        if (request.flag("json")) {
            answer.print(SiteJson.of(sites, top).concat("\n"));
        } else {
            Scale scale = ReportOptions.scale(request, SiteOrder.largestBytes(sites));
            answer.print(SiteReport.of(sites, scale, top).concat(TrackedSince.lines()));
        }
    }
}
