package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.report.page.PageJson;
import io.nmt.report.page.PageProcess;
import io.nmt.report.page.PageSide;
import io.nmt.report.page.document.ReportPage;
import java.io.IOException;

/** The data of the page that shows this process. */
final class PageHandler implements Command {
    @Override
    public String name() {
        return "page";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        long pid = request.number("pid", ProcessHandle.current().pid());
        String command = OwnProgram.main();
        String title = (command.isEmpty() ? "a JVM" : command) + " (process " + pid + ")";
        PageSide side = ProcessSide.read(title);
        answer.print(ReportPage.data(
                        new ReportPage.Head(
                                title,
                                "process",
                                side.fromMillis(),
                                side.toMillis(),
                                new PageProcess(
                                        pid,
                                        System.getProperty("java.runtime.version"),
                                        command.isEmpty() ? null : command),
                                false),
                        null,
                        PageJson.of(side))
                .concat("\n"));
    }
}
