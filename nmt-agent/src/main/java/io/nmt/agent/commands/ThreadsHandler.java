package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.report.document.Report;
import io.nmt.report.document.ThreadReport;
import io.nmt.report.judge.Growth;
import io.nmt.report.judge.MadeStatements;
import io.nmt.report.model.Statement;
import io.nmt.report.model.ThreadReading;
import io.nmt.report.reading.ThreadReader;
import java.io.IOException;
import java.util.List;

/** Answers with threads by name and by the line of code that started them. */
final class ThreadsHandler implements Command {
    @Override
    public String name() {
        return "threads";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        ThreadReading reading = ThreadReader.all();
        ReportAnswer.print(report(reading, Growth.now(), System.currentTimeMillis(), request), request, answer);
    }

    /** Builds the report that was asked for. */
    static Report report(ThreadReading reading, Growth growth, long atMillis, Request request) throws CommandException {
        List<Statement> statements = MadeStatements.threads(reading, growth);
        return ThreadReport.of(reading, statements, atMillis, ReportOptions.top(request), request.flag("stacks"));
    }
}
