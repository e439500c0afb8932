package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.report.document.LoaderReport;
import io.nmt.report.document.Report;
import io.nmt.report.judge.Growth;
import io.nmt.report.judge.MadeStatements;
import io.nmt.report.model.LoaderReading;
import io.nmt.report.model.Statement;
import io.nmt.report.reading.LoaderReader;
import java.io.IOException;
import java.util.List;

/** Answers with class loaders by class and by the line of code that made them. */
final class LoadersHandler implements Command {
    @Override
    public String name() {
        return "loaders";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        LoaderReading reading = LoaderReader.all();
        ReportAnswer.print(report(reading, Growth.now(), System.currentTimeMillis(), request), request, answer);
    }

    /** Builds the report that was asked for. */
    static Report report(LoaderReading reading, Growth growth, long atMillis, Request request) throws CommandException {
        List<Statement> statements = MadeStatements.loaders(reading, growth, atMillis, LoaderReport.count(reading));
        return LoaderReport.of(reading, statements, atMillis, ReportOptions.top(request), request.flag("stacks"))
                .with(LoaderReport.PATH);
    }
}
