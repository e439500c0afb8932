package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.report.document.JvmReport;
import io.nmt.report.document.Report;
import io.nmt.report.judge.Growth;
import io.nmt.report.judge.JvmMemoryStatements;
import io.nmt.report.model.JvmBefore;
import io.nmt.report.model.JvmReading;
import io.nmt.report.model.Statement;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.JvmPast;
import io.nmt.report.reading.JvmReader;
import java.io.IOException;
import java.util.List;

/** Answers with the JVM's own memory. */
final class JvmHandler implements Command {
    @Override
    public String name() {
        return "jvm";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        JvmReading reading = JvmReader.read();
        HistoryReading history = HistoryReading.of(History.ofProcess(), 0);
        List<Statement> growth = Growth.now(history).statements();
        ReportAnswer.print(report(reading, history, growth, System.currentTimeMillis(), request), request, answer);
    }

    /** Builds the report that was asked for. */
    static Report report(
            JvmReading reading, HistoryReading history, List<Statement> growth, long atMillis, Request request)
            throws CommandException {
        List<Statement> statements = JvmMemoryStatements.of(reading, growth, history);
        JvmBefore before = JvmPast.first(history);
        return JvmReport.of(reading, before, statements, atMillis, ReportOptions.top(request));
    }
}
