package io.nmt.agent.channel;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The command line's end of the channel: one connection for one question. */
public final class CommandClient implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 10;

    private final SocketChannel channel;
    private final AnswerReader reader;

    private CommandClient(SocketChannel channel) {
        this.channel = channel;
        this.reader = new AnswerReader(new BufferedInputStream(Channels.newInputStream(channel)));
    }

    /**
     * Connects to a process that listens.
     *
     * @param socket of the process
     * @param processStart when it started, or 0 if that is not known
     * @return the connection, or null if the process does not listen there
     * @throws CommandException if it does not answer, or in words that this version does not know
     */
    public static CommandClient connect(Path socket, long processStart) throws CommandException {
        SocketChannel channel;
        try {
            channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            return null;
        }
        CommandClient client = new CommandClient(channel);
        long start;
        try {
            start = client.readHeader();
        } catch (IOException e) {
            client.close();
            return null;
        } catch (CommandException e) {
            client.close();
            throw e;
        }
        if (start != processStart && start != 0 && processStart != 0) {
            client.close();
            return null;
        }
        return client;
    }

    /** The agent writes it at once, so if it does not come, the process is stopped, or pauses for long. */
    private long readHeader() throws CommandException, IOException {
        CountDownLatch done = new CountDownLatch(1);
        boolean[] late = {false};
        Thread watch = new Thread(() -> {
            try {
                if (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    late[0] = true;
                    close();
                }
            } catch (InterruptedException e) {
                close();
            }
        });
        watch.setDaemon(true);
        watch.start();
        try {
            return reader.readHeader();
        } catch (IOException e) {
            if (late[0]) {
                throw new CommandException(
                        "it has not answered for " + PATIENCE_SECONDS + " s; it may be stopped, or in a long pause");
            }
            throw e;
        } finally {
            done.countDown();
        }
    }

    /**
     * Asks, and hands on the answer as it comes.
     *
     * @param request what is asked
     * @param answer takes it
     * @return the exit code
     * @throws CommandException if the command failed
     * @throws EOFException if the process ended before it had answered
     * @throws IOException if the connection broke, or {@code answer} threw it
     */
    public int ask(Request request, Answer answer) throws CommandException, IOException {
        ByteBuffer line = StandardCharsets.UTF_8.encode(request.line().concat("\n"));
        while (line.hasRemaining()) {
            channel.write(line);
        }
        return reader.copyTo(answer);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // There is nothing left to be told.
        }
    }
}
