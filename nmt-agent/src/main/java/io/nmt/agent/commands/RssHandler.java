package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.Scale;
import io.nmt.report.document.HandleFindings;
import io.nmt.report.document.JsonReport;
import io.nmt.report.document.ResidentReport;
import io.nmt.report.document.StatementText;
import io.nmt.report.judge.Growth;
import io.nmt.report.judge.LimitAdvice;
import io.nmt.report.judge.ResidentJudge;
import io.nmt.report.model.MallocUsage;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import io.nmt.report.model.Trim;
import io.nmt.report.past.Baseline;
import io.nmt.report.past.Baselines;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.ResidentPoint;
import io.nmt.report.reading.MallocTrim;
import io.nmt.report.reading.ResidentReader;
import io.nmt.report.reading.ResidentReading;
import io.nmt.report.reading.sources.GlibcMalloc;
import java.io.IOException;
import java.time.ZoneId;
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
        answer.print(text(
                request,
                reading,
                History.ofProcess().resident().lastHour(),
                NativeMemory.handles(),
                Growth.now(history),
                new Times(ZoneId.systemDefault(), System.currentTimeMillis()),
                firstWatched(request, reading),
                NativeMemory.sampling().coverage(),
                GlibcMalloc::readArenas));
    }

    /** Not private: to be tested with fixed values. */
    static String text(
            Request request,
            ResidentReading reading,
            List<ResidentPoint> earlier,
            List<HandleUsage> handles,
            Growth growth,
            Times times,
            ResidentMemory firstWatched,
            Coverage coverage,
            Supplier<MallocUsage> arenas)
            throws CommandException {
        ResidentMemory memory = reading.memory();
        List<Statement> grows = growth.statementsBeside(Statement.Next.RSS);
        List<Statement> statements = ResidentJudge.merged(grows, ResidentJudge.of(reading, earlier, grows));
        List<String> notes = new ArrayList<>(HandleFindings.of(handles));
        notes.addAll(coverage.sentencesOfBytes());
        if (request.flag("json")) {
            List<String> advice = request.flag("advise")
                    ? LimitAdvice.of(reading, earlier, grows).strip().lines().toList()
                    : List.of();
            MallocUsage malloc = request.flag("arenas") ? arenas.get() : null;
            return JsonReport.of(memory, advice, malloc, statements, notes).concat("\n");
        }
        Scale scale = ReportOptions.scale(request, memory.rssBytes());
        // The answer first. A terminal that scrolls shows the last lines, which are the facts.
        StringBuilder text = new StringBuilder(String.join("\n", StatementText.of(statements, times)));
        notes.forEach(note -> text.append('\n').append(note));
        text.append("\n\n").append(ResidentReport.text(memory, firstWatched, scale));
        text.append(ResidentReport.files(reading.files(), reading.fromStart(), scale));
        if (request.flag("arenas")) {
            text.append(ResidentReport.arenas(arenas.get(), scale));
        }
        if (request.flag("advise")) {
            text.append(LimitAdvice.of(reading, earlier, grows));
        }
        return text.toString();
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
        History.ofProcess().happened("malloc released its retained memory ('rss --trim')");
        if (request.flag("json")) {
            answer.print(JsonReport.of(trim).concat("\n"));
            return;
        }
        Scale scale = ReportOptions.scale(request, trim.before().rssBytes());
        answer.print(ResidentReport.text(trim.after(), trim.before(), scale) + ResidentReport.text(trim, scale));
    }
}
