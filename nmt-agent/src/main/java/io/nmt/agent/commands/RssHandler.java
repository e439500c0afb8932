package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.HandleUsage;
import io.nmt.report.document.Facts;
import io.nmt.report.document.HandleFindings;
import io.nmt.report.document.LedgerTable;
import io.nmt.report.document.Lines;
import io.nmt.report.document.Report;
import io.nmt.report.document.Report.Section;
import io.nmt.report.document.ResidentReport;
import io.nmt.report.judge.Growth;
import io.nmt.report.judge.LimitAdvice;
import io.nmt.report.judge.ResidentJudge;
import io.nmt.report.model.MallocUsage;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Trim;
import io.nmt.report.past.Baseline;
import io.nmt.report.past.Baselines;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryEvent;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.ResidentPoint;
import io.nmt.report.reading.Ledger;
import io.nmt.report.reading.MallocTrim;
import io.nmt.report.reading.ResidentReader;
import io.nmt.report.reading.ResidentReading;
import io.nmt.report.reading.sources.GlibcMalloc;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The parts of resident memory. */
final class RssHandler implements Command {
    @Override
    public String name() {
        return "rss";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        try {
            if (request.flag("trim")) {
                trim(request, answer);
            } else {
                show(request, answer);
            }
        } catch (UnsupportedOperationException e) {
            throw new CommandException(e.getMessage());
        }
    }

    private void show(Request request, Answer answer) throws CommandException, IOException {
        ResidentReading reading = ResidentReader.read();
        HistoryReading history = HistoryReading.of(History.ofProcess(), 0);
        ReportAnswer.print(
                report(
                        request,
                        reading,
                        History.ofProcess().resident().lastHour(),
                        NativeMemory.handles(),
                        Growth.now(history),
                        firstWatched(request, reading),
                        NativeMemory.sampling().coverage(),
                        GlibcMalloc::readArenas),
                request,
                answer);
    }

    /** Builds the report that was asked for. */
    static Report report(
            Request request,
            ResidentReading reading,
            List<ResidentPoint> earlier,
            List<HandleUsage> handles,
            Growth growth,
            ResidentMemory firstWatched,
            Coverage coverage,
            Supplier<MallocUsage> arenas) {
        List<Statement> grows = growth.statements();
        List<Statement> statements = ResidentJudge.merged(grows, ResidentJudge.of(reading, earlier, grows));
        List<String> notes = new ArrayList<>(HandleFindings.of(handles));
        notes.addAll(coverage.sentencesOfBytes());
        // The answer first. A terminal that scrolls shows the last lines, which are the facts.
        List<Section> more = new ArrayList<>(LedgerTable.of(Ledger.of(reading)));
        more.addAll(ResidentReport.files(reading.files(), reading.fromStart()));
        if (request.flag("arenas")) {
            more.addAll(ResidentReport.arenas(arenas.get()));
        }
        if (request.flag("advise")) {
            String advice = LimitAdvice.of(reading, earlier, grows);
            more.add(new Lines(advice));
            more.add(new Facts().add("advice", advice.strip().lines().toList()));
        }
        return ResidentReport.of(reading.memory(), firstWatched, statements, notes)
                .with(more);
    }

    /** The first reading that this watcher has seen; null if this is it, or there is no watcher. */
    private static ResidentMemory firstWatched(Request request, ResidentReading reading) {
        String watcher = request.option("watcher", "");
        Baselines baselines = History.ofProcess().baselines();
        Baseline first = watcher.isEmpty() ? null : baselines.of(watcher);
        if (first == null && !watcher.isEmpty()) {
            baselines.watch(watcher, new MemoryReading(reading.facts().snapshot(), List.of(), reading.memory()));
        }
        return first == null ? null : first.reading().resident();
    }

    private static void trim(Request request, Answer answer) throws CommandException, IOException {
        Trim trim = MallocTrim.run();
        History.ofProcess().happened(HistoryEvent.Kind.TRIM, "malloc released its retained memory ('rss --trim')");
        ReportAnswer.print(ResidentReport.of(trim), request, answer);
    }
}
