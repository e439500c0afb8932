package io.nmt.agent.commands;

import io.nmt.agent.channel.Answer;
import io.nmt.agent.channel.CommandException;
import io.nmt.agent.channel.CommandSocket;
import io.nmt.agent.channel.Reason;
import io.nmt.agent.channel.Request;
import io.nmt.agent.profiler.ProfilerLibrary;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Frame;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.rss.sources.MallocInUse;
import java.io.IOException;
import java.nio.file.Path;

/**
 * This process's part in a profile of malloc, which the command line makes: what must be known from inside, before and
 * after. A line for each figure, {@code key=value}, and for each place that has open handles, with tabs.
 */
final class NativeHandler implements Command {
    @Override
    public String name() {
        return "native";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        switch (request.option("step", "")) {
            case "begin" -> begin(request, answer);
            case "in-use" -> answer.print(inUse());
            case "end" -> end(answer);
            case "found" -> NativeNotes.keep(request.option("finding", ""));
            default -> throw new CommandException("its agent does not know this step of 'native'");
        }
    }

    private static void begin(Request request, Answer answer) throws CommandException, IOException {
        Path directory = CommandSocket.ownDirectory();
        StringBuilder text = new StringBuilder()
                .append("directory=")
                .append(directory)
                .append("\nallocator=")
                .append(MallocInUse.allocator())
                .append("\njdk=")
                .append(Runtime.version().feature())
                .append('\n');
        if (request.flag("extract")) {
            text.append("library=").append(library(directory)).append('\n');
        }
        answer.print(text.toString());
    }

    private static Path library(Path directory) throws CommandException {
        try {
            Path file = ProfilerLibrary.of(System.getProperty("os.name"), System.getProperty("os.arch"))
                    .extractTo(directory);
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException | RuntimeException e) {
            throw new CommandException("async-profiler cannot be extracted to " + directory + ": " + Reason.of(e));
        }
    }

    private static void end(Answer answer) throws IOException {
        StringBuilder text = new StringBuilder(inUse());
        for (HandleUsage usage : NativeMemory.handles()) {
            for (HandleSite site : usage.sites()) {
                Frame leading = site.site().leading();
                if (leading != null && site.open() > 0) {
                    text.append("handles=")
                            .append(usage.className())
                            .append('\t')
                            .append(leading.className())
                            .append('\t')
                            .append(leading.methodName())
                            .append('\t')
                            .append(leading.line())
                            .append('\t')
                            .append(site.open())
                            .append('\t')
                            .append(site.standardError() == 0)
                            .append('\n');
                }
            }
        }
        answer.print(text.toString());
    }

    private static String inUse() {
        return "inUse=" + MallocInUse.bytes() + "\n";
    }
}
