package io.nmt.agent.commands;

import io.nmt.agent.channel.Answer;
import io.nmt.agent.channel.CommandException;
import io.nmt.agent.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.report.JsonReport;
import io.nmt.core.report.Scale;
import io.nmt.core.report.TextTable;
import io.nmt.core.report.TrackedSince;
import io.nmt.core.unreachable.Unreachable;
import io.nmt.core.unreachable.Unreachable.Freed;
import java.io.IOException;

/** What no code could reach any more. Runs a full garbage collection to find out. */
final class CollectUnreachable implements Command {
    @Override
    public String name() {
        return "unreachable";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        Unreachable unreachable = NativeMemory.collectUnreachable();
        if (!unreachable.collected()) {
            throw new CommandException(
                    "the JVM did not collect (-XX:+DisableExplicitGC); without a full garbage collection,"
                            + " nobody knows what is unreachable");
        }
        if (request.flag("json")) {
            answer.print(json(unreachable).concat("\n"));
        } else {
            answer.print(text(unreachable, ReportOptions.scale(request, unreachable.bytes())));
        }
    }

    private static String text(Unreachable unreachable, Scale scale) {
        StringBuilder text =
                new StringBuilder("Native memory that was unreachable, freed by a full garbage collection");
        text.append(scale == Scale.B ? ", in bytes\n" : "\n");
        TextTable table = TextTable.ofFigures("Category", "Freed", "Blocks");
        for (Freed freed : unreachable.categories()) {
            table.add(freed.category(), scale.format(freed.bytes()), Scale.group(freed.blocks()));
        }
        table.addTotal("Total", scale.format(unreachable.bytes()), Scale.group(unreachable.blocks()));
        table.appendTo(text);
        if (unreachable.unknownBlocks() != 0) {
            text.append("Also ")
                    .append(Scale.group(unreachable.unknownBlocks()))
                    .append(
                            " blocks of unknown size: they are older than the agent, or of a category that it leaves out.\n");
        }
        if (!unreachable.settled()) {
            text.append("A cleaner has not ended yet: there may be more.\n");
        }
        return text.append(TrackedSince.lines()).toString();
    }

    private static String json(Unreachable unreachable) {
        StringBuilder json = new StringBuilder("{\"categories\":[");
        String separator = "";
        for (Freed freed : unreachable.categories()) {
            json.append(separator).append("{\"type\":");
            JsonReport.appendString(json, freed.category());
            json.append(",\"bytes\":").append(freed.bytes());
            json.append(",\"blocks\":").append(freed.blocks()).append('}');
            separator = ",";
        }
        json.append("],\"bytes\":").append(unreachable.bytes());
        json.append(",\"blocks\":").append(unreachable.blocks());
        json.append(",\"unknownBlocks\":").append(unreachable.unknownBlocks());
        json.append(",\"settled\":").append(unreachable.settled());
        TrackedSince.appendJson(json);
        return json.append('}').toString();
    }
}
