package io.nmt.channel;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The command line's end of the channel: one connection for one question. It waits for nothing without a bound. */
public final class CommandClient implements AutoCloseable {
    /** The longest wait for the process's greeting, in milliseconds: the agent writes it at once. */
    public static final long GREETING_MILLIS = 10_000;

    /** The longest silence of the process while it answers, in milliseconds. */
    public static final long ANSWER_MILLIS = 60_000;

    private final SocketChannel channel;
    private final PatientInput in;
    private final AnswerReader reader;

    private CommandClient(SocketChannel channel, long patienceMillis) {
        this.channel = channel;
        this.in = new PatientInput(channel, patienceMillis);
        this.reader = new AnswerReader(new BufferedInputStream(in));
    }

    /**
     * Connects to a process that listens, with the usual patience.
     *
     * @param socket of the process
     * @param processStart when it started, or 0 if that is not known
     * @return the connection, or null if the process does not listen there
     * @throws CommandException if it answers in words that this version does not know
     * @throws SilenceException if it does not answer
     */
    public static CommandClient connect(Path socket, long processStart) throws CommandException, SilenceException {
        return connect(socket, processStart, GREETING_MILLIS);
    }

    /**
     * Connects to a process that listens.
     *
     * @param socket of the process
     * @param processStart when it started, or 0 if that is not known
     * @param patienceMillis how long to wait for it
     * @return the connection, or null if the process does not listen there
     * @throws CommandException if it answers in words that this version does not know
     * @throws SilenceException if it does not answer
     */
    public static CommandClient connect(Path socket, long processStart, long patienceMillis)
            throws CommandException, SilenceException {
        CommandClient client = null;
        boolean connected = false;
        try {
            client = new CommandClient(SocketChannel.open(StandardProtocolFamily.UNIX), patienceMillis);
            client.in.connect(UnixDomainSocketAddress.of(socket));
            long start = client.reader.readHeader();
            connected = start == processStart || start == 0 || processStart == 0;
            return connected ? client : null;
        } catch (SilenceException e) {
            throw e;
        } catch (IOException e) {
            return null;
        } finally {
            if (!connected && client != null) {
                client.close();
            }
        }
    }

    /**
     * Asks, with the usual patience, and hands on the answer as it comes.
     *
     * @param request what is asked
     * @param answer takes it
     * @return the exit code
     * @throws CommandException if the command failed
     * @throws IOException as {@link #ask(Request, Answer, long)} does
     */
    public int ask(Request request, Answer answer) throws CommandException, IOException {
        return ask(request, answer, ANSWER_MILLIS);
    }

    /**
     * Asks, and hands on the answer as it comes.
     *
     * @param request what is asked
     * @param answer takes it
     * @param patienceMillis how long the process may be silent before and while it answers
     * @return the exit code
     * @throws CommandException if the command failed
     * @throws EOFException if the process ended before it had answered
     * @throws SilenceException if it was silent for longer
     * @throws IOException if the connection broke, or {@code answer} threw it
     */
    public int ask(Request request, Answer answer, long patienceMillis) throws CommandException, IOException {
        in.setPatience(patienceMillis);
        ByteBuffer line = StandardCharsets.UTF_8.encode(request.line().concat("\n"));
        while (line.hasRemaining()) {
            channel.write(line);
        }
        return reader.copyTo(answer);
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            // There is nothing left to be told.
        }
    }
}
