package io.nmt.agent.commands;

import io.nmt.agent.channel.Answer;
import io.nmt.agent.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.report.CollapsedStacks;
import java.io.IOException;

/** The live bytes by call stack, for a flame graph. */
final class Stacks implements Command {
    @Override
    public String name() {
        return "stacks";
    }

    @Override
    public void run(Request request, Answer answer) throws IOException {
        answer.print(CollapsedStacks.of(NativeMemory.sites()));
    }
}
