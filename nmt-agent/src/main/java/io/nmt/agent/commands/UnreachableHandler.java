package io.nmt.agent.commands;

import io.nmt.agent.history.Recording;
import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.Unreachable;
import io.nmt.report.document.UnreachableReport;
import io.nmt.report.model.Unloaded;
import io.nmt.report.reading.UnloadedReader;
import java.io.IOException;
import java.time.Instant;

/** Unreachable memory that is not freed. Runs a full garbage collection to find out. */
final class UnreachableHandler implements Command {
    @Override
    public String name() {
        return "unreachable";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        UnloadedReader before = new UnloadedReader();
        Unreachable unreachable = NativeMemory.collectUnreachable();
        if (!unreachable.collected()) {
            throw new CommandException(
                    "the JVM did not collect (-XX:+DisableExplicitGC). Unreachable memory is unknown without a full "
                            + "collection");
        }
        Unloaded unloaded = before.read();
        Recording.addNow(); // what was freed, and that a collection has run
        Coverage coverage = NativeMemory.sampling().coverage();
        ReportAnswer.print(UnreachableReport.of(unreachable, unloaded, coverage, Instant.now()), request, answer);
    }
}
