package io.nmt.agent.commands;

import io.nmt.agent.history.OwnGrowth;
import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.CommandHandler;
import io.nmt.channel.Request;
import io.nmt.core.reader.TrackerReader;
import java.io.IOException;
import java.util.Map;

/** All commands. To add one, add a row. */
public final class Commands implements CommandHandler {
    private static final Command[] ROWS = {
        new ExplainHandler(),
        new SummaryHandler(),
        new BaselineHandler(),
        new DiffHandler(),
        new SitesHandler(),
        new LeaksHandler(),
        new RssHandler(),
        new HandlesHandler(),
        new ThreadsHandler(),
        new LoadersHandler(),
        new JvmHandler(),
        new PoolsHandler(),
        new HistoryHandler(),
        new NativeHandler(),
        new FlamegraphHandler(),
        new PageHandler(),
        new DumpHandler(),
        new UnreachableHandler(),
        new TopHandler(),
    };

    /** All commands. */
    public Commands() {}

    @Override
    public void handle(Request request, Answer answer) throws CommandException, IOException {
        for (Command command : ROWS) {
            if (command.name().equals(request.command())) {
                OwnGrowth.begins();
                try {
                    TrackerReader.checkHooks(true);
                    command.run(request, answer);
                } finally {
                    OwnGrowth.ends();
                }
                return;
            }
        }
        throw new CommandException("its agent does not know the command '" + request.command() + "'");
    }

    /**
     * Runs a command for code in this process.
     *
     * @param command its name
     * @param options by name
     * @return what it says, as text
     * @throws CommandException if it failed
     */
    public static String text(String command, Map<String, String> options) throws CommandException {
        StringBuilder text = new StringBuilder();
        try {
            new Commands().handle(new Request(command, options), new TextAnswer(text));
        } catch (IOException e) {
            throw new CommandException(e.getMessage());
        }
        return text.toString();
    }

    private record TextAnswer(StringBuilder text) implements Answer {
        @Override
        public void print(String more) {
            text.append(more);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            throw new IOException("the command writes a file");
        }

        @Override
        public void progress(int percent) {
            // A caller that waits for a text does not look at it.
        }
    }
}
