package io.nmt.cli.process;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandClient;
import io.nmt.channel.CommandException;
import io.nmt.channel.Reason;
import io.nmt.channel.Request;
import io.nmt.channel.SilenceException;
import io.nmt.cli.guard.Modules;
import io.nmt.cli.options.Patience;
import io.nmt.cli.terminal.ProgressBar;
import io.nmt.cli.terminal.Terminal;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;

/** Asks a process, which is brought to listen if it does not yet. */
public final class ProcessClient {
    private final TargetProcess target;
    private final Patience patience;
    private final PrintWriter err;

    /**
     * A client of a process.
     *
     * @param target the process
     * @param patience how long to wait for it
     * @param err takes what the user should know beside the answer
     */
    public ProcessClient(TargetProcess target, Patience patience, PrintWriter err) {
        this.target = target;
        this.patience = patience;
        this.err = err;
    }

    /**
     * Asks.
     *
     * @param millis how long the process may be silent while it answers
     * @return the exit code
     * @throws CommandException if it failed
     */
    public int ask(Request request, Answer answer, long millis) throws CommandException {
        try (CommandClient client = connect()) {
            return client.ask(request, answer, millis);
        } catch (SilenceException e) {
            throw target.silentFor(e.millis());
        } catch (EOFException e) {
            throw new CommandException("process " + target.pid() + " ended before it had answered");
        } catch (IOException e) {
            throw new CommandException(
                    target.isAlive()
                            ? "process " + target.pid() + " did not answer: " + Reason.of(e)
                            : "process " + target.pid() + " has ended");
        }
    }

    private CommandClient connect() throws CommandException, SilenceException {
        CommandClient client = tryToConnect();
        if (client == null) {
            StaleSockets.remove();
            Modules.require(Modules.ATTACH);
            if (Terminal.STDERR.isTerminal()) {
                ProgressBar.printAbove("nmt: connecting to process " + target.pid(), err);
            }
            client = bringToListen();
        }
        if (client == null) {
            throw new CommandException(
                    target.isAlive()
                            ? "process " + target.pid()
                                    + " does not listen. Its agent may be of another version, its jar replaced, or its"
                                    + " /tmp out of reach"
                            : "process " + target.pid() + " has ended");
        }
        return client;
    }

    /** One command at a time, so that the agent is loaded once. */
    private CommandClient bringToListen() throws CommandException, SilenceException {
        AttachLock lock = AttachLock.of(target, patience.answerMillis(), err);
        try {
            CommandClient client = tryToConnect();
            if (client != null) {
                return client; // another command was first
            }
            if (Attachment.listen(target, patience)) {
                ProgressBar.printAbove(
                        "nmt: tracking process " + target.pid() + " from now on; older allocations stay unknown", err);
            }
            return tryToConnect();
        } finally {
            lock.close();
        }
    }

    private CommandClient tryToConnect() throws CommandException, SilenceException {
        try {
            for (Path socket : target.sockets()) {
                CommandClient client = CommandClient.connect(socket, target.start(), patience.greetingMillis());
                if (client != null) {
                    return client;
                }
            }
            return null;
        } catch (CommandException e) {
            throw new CommandException("process " + target.pid() + ": " + e.getMessage());
        }
    }
}
