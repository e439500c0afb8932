package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.Request;
import io.nmt.core.model.Snapshot;
import io.nmt.report.document.JsonReport;
import java.io.IOException;

/** Keeps the figures of now, to be compared with later. */
final class BaselineHandler implements Command {
    @Override
    public String name() {
        return "baseline";
    }

    @Override
    public void run(Request request, Answer answer) throws IOException {
        Snapshot snapshot = Baselines.take().reading().snapshot();
        if (request.flag("json")) {
            answer.print(JsonReport.of(snapshot).concat("\n"));
        } else {
            answer.print("Baseline taken. 'diff' shows what has changed since.\n");
        }
    }
}
