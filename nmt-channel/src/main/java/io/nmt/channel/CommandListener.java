package io.nmt.channel;

import io.nmt.core.reader.JdkInside;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * Waits for commands: one daemon thread, which does nothing until one comes. Two threads per command then, the second
 * after the first: the JDK takes native memory for a thread that reads from a socket, and gives it back when the thread
 * ends. So when the command is run, what it tells of the application has nothing of its own in it.
 */
public final class CommandListener {
    private static final long END_MILLIS = 100;
    private static final long ROOM_MILLIS = 5_000;

    private static CommandListener current; // guarded by the class
    private static boolean endsWithJvm; // likewise

    private final ServerSocketChannel server;
    private final CommandHandler handler;
    private final long processStart;
    private final Accepting accepting = new Accepting(this);

    private CommandListener(ServerSocketChannel server, long processStart, CommandHandler handler) {
        this.server = server;
        this.processStart = processStart;
        this.handler = handler;
    }

    /**
     * Begins to listen.
     *
     * @param handler does what is asked for
     * @return the listener
     * @throws IOException if there can be no socket
     */
    public static CommandListener start(CommandHandler handler) throws IOException {
        Opening opening = new Opening();
        opening.start();
        opening.awaitEnd();
        CommandListener listener = new CommandListener(opening.result(), opening.processStart, handler);
        listener.accepting.start();
        endWithJvm(listener);
        return listener;
    }

    /**
     * Has it end after the last shutdown hook: those may take long, and a user may want to know why. HotSpot waits
     * 300 ms for a thread that is in native code then, as one that accepts connections is.
     */
    private static synchronized void endWithJvm(CommandListener listener) {
        current = listener;
        if (!endsWithJvm) {
            endsWithJvm = true;
            JdkInside.runAtEnd(new AtEnd());
        }
    }

    private static synchronized CommandListener current() {
        return current;
    }

    private static final class AtEnd implements Runnable {
        @Override
        public void run() {
            CommandListener listener = current();
            listener.close();
            try {
                listener.accepting.join(END_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * True if a command can reach it: it still listens, and its socket is still in {@code /tmp}.
     *
     * @return true if its socket is there
     */
    public boolean isReachable() {
        // Not Files.exists, for the same reason.
        return server.isOpen()
                && CommandSocket.in(CommandSocket.ownDirectory()).toFile().exists();
    }

    /** Ends it. Commands that are running go on. */
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            // No connection will be accepted, which is what is wanted.
        }
    }

    private void acceptAll() {
        while (true) {
            try {
                accept(server.accept());
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) {
                // No file descriptors left, for example. The next command attaches, and so makes a new socket.
                close();
                return;
            } catch (SecurityException | OutOfMemoryError e) {
                close(); // the next command attaches, and is told
                return;
            }
        }
    }

    private void accept(SocketChannel channel) throws IOException {
        try {
            new QuestionThread(channel, handler, processStart).start();
        } catch (OutOfMemoryError e) {
            channel.close(); // no threads left
        } catch (SecurityException e) {
            channel.close();
            throw e;
        }
    }

    /** Makes the socket, on a thread of its own: the JDK takes native memory for a thread that makes files. */
    private static final class Opening extends ChannelThread {
        private ServerSocketChannel server;
        private long processStart;
        private Throwable failure;

        Opening() {
            super("nmt-open");
        }

        @Override
        public void run() {
            try {
                if (!JdkClasses.initialize(ROOM_MILLIS)) {
                    throw new IOException("its Java heap is full, or it has no free file descriptor. Ask again");
                }
                processStart = CommandSocket.ownStart();
                server = CommandSocket.open();
            } catch (IOException | RuntimeException | OutOfMemoryError | LinkageError e) {
                failure = e; // also a class of the JDK that was lost in a full heap
            }
        }

        ServerSocketChannel result() throws IOException {
            if (server == null) {
                throw new IOException(failure == null ? "no answer" : Reason.of(failure));
            }
            return server;
        }
    }

    private static final class Accepting extends ChannelThread {
        private final CommandListener listener;

        Accepting(CommandListener listener) {
            super("nmt-commands");
            this.listener = listener;
        }

        @Override
        public void run() {
            listener.acceptAll();
        }
    }
}
