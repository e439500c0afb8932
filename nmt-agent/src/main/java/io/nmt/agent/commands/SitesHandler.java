package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.ScopeUsage;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.document.CoverageLines;
import io.nmt.report.document.Lines;
import io.nmt.report.document.PoolReport;
import io.nmt.report.document.Report;
import io.nmt.report.document.ScopeReport;
import io.nmt.report.document.SiteReport;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Java code, or named scopes, that hold the live bytes. */
final class SitesHandler implements Command {
    private static final String BY_SCOPE = "scope"; // each by its whole name
    private static final String OF_KEY = "="; // behind a key of that name: scope=

    @Override
    public String name() {
        return "sites";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        if (!request.option("by", "").isEmpty()) {
            ReportAnswer.print(
                    scopes(NativeMemory.scopes(), NativeMemory.sampling(), Instant.now(), request), request, answer);
            return;
        }
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

    /** Builds the report on named scopes: all of them, or summed by a key. */
    static Report scopes(List<ScopeUsage> scopes, Sampling sampling, Instant now, Request request)
            throws CommandException {
        String by = request.option("by", "");
        List<ScopeUsage> shown = by.equals(BY_SCOPE) || scopes.isEmpty() ? scopes : byKey(scopes, by);
        return ScopeReport.of(Order.OF_SCOPES.sorted(shown, request), sampling, ReportOptions.top(request))
                .with(new Lines(CoverageLines.of(sampling.coverage(), now)));
    }

    private static List<ScopeUsage> byKey(List<ScopeUsage> scopes, String key) throws CommandException {
        Set<String> keys = new TreeSet<>();
        for (ScopeUsage usage : scopes) {
            usage.names().forEach(name -> keys.add(name.key()));
        }
        keys.remove("");
        String plain = key.endsWith(OF_KEY) ? key.substring(0, key.length() - OF_KEY.length()) : key;
        if (keys.contains(key) || keys.contains(plain)) {
            return ScopeUsage.byKey(scopes, keys.contains(key) ? key : plain);
        }
        if (keys.remove(BY_SCOPE)) {
            keys.add(BY_SCOPE + OF_KEY);
        }
        throw new CommandException("'" + key + "' is not a value of the option by; allowed: " + String.join(", ", keys)
                + (keys.isEmpty() ? "" : ", ") + BY_SCOPE);
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
