package io.nmt.cli.top;

import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.cli.options.Patience;
import io.nmt.cli.process.ProcessClient;
import io.nmt.cli.process.RawText;
import io.nmt.cli.process.TargetProcess;
import io.nmt.report.top.Reading;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.Map;

/** Readings of a process, which is attached to at the first one if need be. For one thread at a time. */
public final class TopSource implements ProcessSource {
    private static final int PAST_SECONDS = 300;

    private final TargetProcess first;
    private final long pid;
    private final long start;
    private final Patience patience;
    private PrintWriter err;
    private boolean answered;

    /**
     * The source of a process.
     *
     * @param err takes what is said at the first reading: later ones are made while there is a screen
     */
    public TopSource(TargetProcess target, Patience patience, PrintWriter err) {
        this.first = target;
        this.pid = target.pid();
        this.start = target.start();
        this.patience = patience;
        this.err = err;
    }

    @Override
    public Reading read(Query query) throws CommandException {
        try {
            Reading reading = ask(query);
            answered = true;
            return reading;
        } catch (CommandException e) {
            throw answered && !first.isAlive() ? ended() : e;
        }
    }

    private CommandException ended() {
        return new CommandException("process " + pid + " has ended");
    }

    private Reading ask(Query query) throws CommandException {
        TargetProcess target = TargetProcess.of(pid);
        if (target.start() != start) {
            throw ended(); // and another one has its number
        }
        Map<String, String> options = new LinkedHashMap<>();
        options.put("list", query.listing().word());
        if (query.stack() != null) {
            options.put("stack", query.stack());
        }
        if (query.withPast()) {
            options.put("past", Integer.toString(PAST_SECONDS));
        }
        StringBuilder text = new StringBuilder();
        new ProcessClient(target, patience, err)
                .ask(new Request("top", options), new RawText(text), patience.answerMillis());
        err = new PrintWriter(Writer.nullWriter());
        try {
            return ReadingReader.read(text.toString());
        } catch (IllegalArgumentException e) {
            throw new CommandException("process " + pid + " gave no valid answer: " + e.getMessage());
        }
    }
}
