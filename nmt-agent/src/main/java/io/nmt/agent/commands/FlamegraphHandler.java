package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.Request;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.page.flamegraph.CollapsedStacks;
import io.nmt.report.page.flamegraph.StackBytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The live bytes by call stack, for a flame graph. */
final class FlamegraphHandler implements Command {
    @Override
    public String name() {
        return "stacks";
    }

    @Override
    public void run(Request request, Answer answer) throws IOException {
        List<StackBytes> stacks = new ArrayList<>();
        for (SiteUsage usage : TrackerReader.owners()) {
            stacks.add(StackBytes.of(usage));
        }
        answer.print(request.flag("blocks") ? CollapsedStacks.textWithBlocks(stacks) : CollapsedStacks.text(stacks));
    }
}
