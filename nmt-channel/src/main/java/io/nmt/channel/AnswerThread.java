package io.nmt.channel;

import io.nmt.core.reader.TrackerReader;
import java.io.IOException;
import java.nio.channels.SocketChannel;

/** Runs a command and sends its answer. */
final class AnswerThread extends ChannelThread {
    private static final String OURS = "io/nmt/";
    private static final String JAR_IS_GONE =
            ", whose agent's jar was written over since it was loaded: restart it to have all commands";

    private static final String NO_METASPACE = ", which has no room for more classes ('rss --outside' loads none)";
    private static final String NOT_INITIALIZED = "Could not initialize class ";
    private static final String NO_ROOM = ": its heap was full, or it had no file descriptor, as it first used a class."
            + " Restart it to have all commands";

    private final ChannelThread asking;
    private final SocketChannel channel;
    private final CommandHandler handler;
    private final String line;

    /** For a question that {@code asking} has read: it ends now. */
    AnswerThread(ChannelThread asking, SocketChannel channel, CommandHandler handler, String line) {
        super("nmt-answering");
        this.asking = asking;
        this.channel = channel;
        this.handler = handler;
        this.line = line;
    }

    @Override
    public void run() {
        asking.awaitEnd();
        FramedAnswer answer = new FramedAnswer(new ChannelBytes(channel).out());
        try {
            answer(answer);
        } catch (IOException e) {
            // The asking process is gone.
        } finally {
            close(channel);
        }
    }

    private void answer(FramedAnswer answer) throws IOException {
        try {
            handler.handle(Request.parse(line), answer);
            answer.end(0);
        } catch (CommandException e) {
            answer.fail(e.getMessage());
        } catch (RuntimeException | Error e) {
            boolean isForClasses = isWithoutMetaspace(e) || isWithoutClass(e);
            answer.fail(
                    "the command failed in the process" + reason(e) + ": " + e,
                    isForClasses ? Protocol.NO_CLASSES : Protocol.FAILED);
        }
    }

    private static String reason(Throwable e) {
        return e instanceof SecurityException
                ? ", since " + TrackerReader.SECURITY_REFUSAL
                : isWithoutJar(e)
                        ? JAR_IS_GONE
                        : isWithoutClass(e) ? NO_ROOM : isWithoutMetaspace(e) ? NO_METASPACE : "";
    }

    /** True if the initializer of a class has failed before. */
    private static boolean isWithoutClass(Throwable e) {
        return e instanceof NoClassDefFoundError
                && e.getMessage() != null
                && e.getMessage().startsWith(NOT_INITIALIZED);
    }

    /** Also as the cause, since linking a lambda or initializing a class fails with an error of its own. */
    static boolean isWithoutMetaspace(Throwable thrown) {
        for (Throwable e = thrown; e != null; e = e.getCause()) {
            String message = String.valueOf(e.getMessage());
            if (e instanceof OutOfMemoryError
                    && (message.equals("Metaspace") || message.equals("Compressed class space"))) {
                return true;
            }
        }
        return false;
    }

    /** True if a class of ours, which is loaded at its first use, cannot be loaded. */
    private static boolean isWithoutJar(Throwable e) {
        return e instanceof NoClassDefFoundError
                && e.getMessage() != null
                && e.getMessage().startsWith(OURS);
    }
}
