package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Snapshot;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.document.SummaryReport;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.past.History;
import io.nmt.report.render.ReportJson;
import java.io.IOException;

/** Keeps the figures of now, to be compared with later. */
final class BaselineHandler implements Command {
    @Override
    public String name() {
        return "baseline";
    }

    @Override
    public void run(Request request, Answer answer) throws IOException {
        Snapshot snapshot = take().snapshot();
        if (request.flag("json")) {
            answer.print(ReportJson.of(SummaryReport.of(snapshot)).concat("\n"));
        } else {
            answer.print("Baseline taken. 'diff PID' shows what has changed since.\n");
        }
    }

    private static MemoryReading take() {
        // First: the first time, to read it takes native memory itself.
        ResidentMemory resident = ResidentNow.read();
        MemoryReading now =
                new MemoryReading(NativeMemory.snapshot(), TrackerReader.owners(), resident, NativeMemory.handles());
        History.ofProcess().baselines().take(now);
        return now;
    }
}
