package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Scale;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.document.CoverageLines;
import io.nmt.report.document.JsonReport;
import io.nmt.report.document.PoolReport;
import io.nmt.report.document.SiteReport;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** Java code that holds the live bytes. */
final class SitesHandler implements Command {
    @Override
    public String name() {
        return "sites";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        int top = ReportOptions.top(request);
        List<SiteUsage> sites =
                Order.OF_SITES.sorted(request.flag("chunks") ? NativeMemory.sites() : TrackerReader.owners(), request);
        Sampling sampling = NativeMemory.sampling();
        if (request.flag("json")) {
            answer.print(JsonReport.of(sites, sampling, top).concat("\n"));
        } else {
            Scale scale = ReportOptions.scale(request, ReportOptions.largestBytes(sites));
            String note = request.flag("chunks") ? "" : PoolReport.whereUsersAre(NativeMemory.pooledBuffers());
            answer.print(SiteReport.of(sites, sampling, scale, top, request.flag("stacks"))
                    + (note.isEmpty() ? "" : note.concat("\n"))
                    + CoverageLines.of(sampling.coverage(), Instant.now()));
        }
    }
}
