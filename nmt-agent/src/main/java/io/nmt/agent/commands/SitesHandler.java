package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.document.CoverageLines;
import io.nmt.report.document.Lines;
import io.nmt.report.document.PoolReport;
import io.nmt.report.document.Report;
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
        boolean chunks = request.flag("chunks");
        boolean tellsOfPools = !chunks && !request.flag("json");
        ReportAnswer.print(
                report(
                        chunks ? NativeMemory.sites() : TrackerReader.owners(),
                        tellsOfPools ? NativeMemory.pooledBuffers() : List.of(),
                        NativeMemory.sampling(),
                        Instant.now(),
                        request),
                request,
                answer);
    }

    /** Builds the report that was asked for. */
    static Report report(
            List<SiteUsage> sites, List<PooledSite> pooled, Sampling sampling, Instant now, Request request)
            throws CommandException {
        List<SiteUsage> sorted = Order.OF_SITES.sorted(sites, request);
        String note = PoolReport.whereUsersAre(pooled);
        return SiteReport.of(sorted, sampling, ReportOptions.top(request), request.flag("stacks"))
                .with(new Lines(
                        (note.isEmpty() ? "" : note.concat("\n")).concat(CoverageLines.of(sampling.coverage(), now))));
    }
}
