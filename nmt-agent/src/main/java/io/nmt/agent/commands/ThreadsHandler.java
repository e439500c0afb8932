package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.report.document.ThreadReport;
import io.nmt.report.judge.Growth;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.ThreadReading;
import io.nmt.report.model.Times;
import io.nmt.report.reading.ThreadReader;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;

/** Shows threads by name and by the line of code that started them. */
final class ThreadsHandler implements Command {
    @Override
    public String name() {
        return "threads";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        ThreadReading reading = ThreadReader.all();
        Times times = new Times(ZoneId.systemDefault(), System.currentTimeMillis());
        answer.print(text(request, reading, Growth.now(), times));
    }

    /** The answer to a request. */
    static String text(Request request, ThreadReading reading, Growth growth, Times times) throws CommandException {
        int top = ReportOptions.top(request);
        List<Statement> statements = growth.statementsBeside(Statement.Next.THREAD_STARTS).stream()
                .filter(statement -> statement.subject().type() == SubjectType.THREAD)
                .toList();
        return request.flag("json")
                ? ThreadReport.json(reading, statements, top).concat("\n")
                : ThreadReport.text(reading, statements, times, top, request.flag("stacks"));
    }
}
