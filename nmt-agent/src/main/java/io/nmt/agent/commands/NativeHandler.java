package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.CommandSocket;
import io.nmt.channel.Reason;
import io.nmt.channel.Request;
import io.nmt.channel.profiler.ProfilerLibrary;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.Frame;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import io.nmt.report.past.History;
import io.nmt.report.reading.sources.LastProfile;
import io.nmt.report.reading.sources.MallocInUse;
import io.nmt.report.reading.sources.ProcessStatus;
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
            case "begin" -> begin(answer);
            case "claim" ->
                answer.print(
                        "claimed=" + ProfileClaim.take(request.option("run", ""), request.number("seconds", 0)) + "\n");
            case "release" -> ProfileClaim.release(request.option("run", ""));
            case "extract" -> answer.print("library=" + library() + "\n");
            case "heap" -> answer.print("heap=" + MallocInUse.dumpProfile(request.option("file", "")) + "\n");
            case "guard" ->
                RecordingGuard.start(
                        request.option("file", ""), request.number("bytes", 0), request.number("seconds", 0));
            case "in-use" -> answer.print(inUse());
            case "end" -> end(answer);
            case "found" ->
                History.ofProcess().outcomes().keep(new LastProfile(System.nanoTime(), request.option("finding", "")));
            default -> throw new CommandException("its agent does not know this step of 'native'");
        }
    }

    private static void begin(Answer answer) throws IOException {
        answer.print("directory=" + CommandSocket.ownDirectory() + "\nallocator=" + MallocInUse.allocator() + "\njdk="
                + Runtime.version().feature() + "\n");
    }

    private static Path library() throws CommandException {
        Path directory = CommandSocket.ownDirectory();
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
                long notClosed = site.open() + site.collected();
                if (leading != null && notClosed > 0) {
                    text.append("handles=")
                            .append(usage.className())
                            .append('\t')
                            .append(leading.className())
                            .append('\t')
                            .append(leading.methodName())
                            .append('\t')
                            .append(leading.line())
                            .append('\t')
                            .append(notClosed)
                            .append('\t')
                            .append(site.standardError() == 0)
                            .append('\n');
                }
            }
        }
        answer.print(text.toString());
    }

    private static String inUse() {
        long rss = ProcessStatus.UNKNOWN;
        long anonymous = ProcessStatus.UNKNOWN;
        try (ProcessStatus status = new ProcessStatus()) {
            status.read();
            rss = status.residentBytes();
            anonymous = status.anonymousBytes();
        } catch (IOException e) {
            // Not told then.
        }
        return "inUse=" + MallocInUse.bytes() + "\nrss=" + rss + "\nanonymous=" + anonymous + "\n";
    }
}
