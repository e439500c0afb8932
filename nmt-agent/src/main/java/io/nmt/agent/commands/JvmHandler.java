package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.report.document.JvmReport;
import io.nmt.report.document.Report;
import io.nmt.report.judge.JvmMemoryStatements;
import io.nmt.report.model.JvmPast;
import io.nmt.report.reading.JvmReader;
import java.io.IOException;

/** Answers with the JVM's own memory. */
final class JvmHandler implements Command {
    @Override
    public String name() {
        return "jvm";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        ReportAnswer.print(report(JvmReader.read(), System.currentTimeMillis(), request), request, answer);
    }

    /** Builds the report that was asked for. */
    static Report report(JvmPast past, long atMillis, Request request) throws CommandException {
        return JvmReport.of(past, JvmMemoryStatements.of(past, atMillis), atMillis, ReportOptions.top(request));
    }
}
