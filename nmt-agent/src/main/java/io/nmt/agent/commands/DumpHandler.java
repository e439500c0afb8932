package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.reader.TrackerReader;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * All live blocks, as comma-separated values, and behind them the sampled buffers of pools, if there are pools. The
 * application goes on meanwhile.
 */
final class DumpHandler implements Command {
    @Override
    public String name() {
        return "dump";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        long expected = NativeMemory.snapshot().total().count();
        try {
            BlockLines lines = new BlockLines(answer, expected, TrackerReader.hasPools());
            NativeMemory.forEachBlock(lines);
            if (lines.haveBuffers()) {
                TrackerReader.forEachBuffer(lines::buffer);
            }
            lines.end();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
