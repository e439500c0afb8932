package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Snapshot;
import io.nmt.report.document.Report;
import io.nmt.report.judge.Growth;
import io.nmt.report.model.Statement;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryData;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.HistoryReport;
import java.io.IOException;
import java.util.List;

/** Memory in use over time. */
final class HistoryHandler implements Command {
    private static final long MILLIS_PER_SECOND = 1000;

    @Override
    public String name() {
        return "history";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        HistoryReading reading = HistoryReading.of(History.ofProcess(), since(request));
        if (request.flag("csv")) {
            answer.print(HistoryData.csv(reading));
        } else {
            List<Statement> statements = Growth.now(reading).statements();
            ReportAnswer.print(report(reading, statements, NativeMemory.snapshot(), request), request, answer);
        }
    }

    /** Builds the report that was asked for. */
    static Report report(HistoryReading reading, List<Statement> statements, Snapshot now, Request request)
            throws CommandException {
        if (request.flag("json")) {
            return HistoryData.of(reading, statements, now.coverage());
        }
        return HistoryReport.of(
                reading, statements, now, category(request.option("category", ""), now), ReportOptions.top(request));
    }

    private static String category(String typed, Snapshot now) throws CommandException {
        try {
            return HistoryReport.category(typed.isEmpty() ? null : typed, now);
        } catch (IllegalArgumentException e) {
            throw new CommandException(e.getMessage());
        }
    }

    private static long since(Request request) throws CommandException {
        long seconds = request.number("for", 0);
        if (seconds < 0 || seconds > Integer.MAX_VALUE) {
            throw new CommandException("'" + seconds + "' is not a value of the option for; allowed: seconds, from 1");
        }
        return seconds == 0 ? 0 : History.now() - seconds * MILLIS_PER_SECOND;
    }
}
