package io.nmt.channel;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** Reads what is asked, and ends. {@link AnswerThread} does the rest. */
final class QuestionThread extends ChannelThread {
    private static final int READ_BYTES = 256;

    private final SocketChannel channel;
    private final CommandHandler handler;
    private final long processStart;

    QuestionThread(SocketChannel channel, CommandHandler handler, long processStart) {
        super("nmt-asking");
        this.channel = channel;
        this.handler = handler;
        this.processStart = processStart;
    }

    @Override
    public void run() {
        try {
            ChannelBytes bytes = new ChannelBytes(channel);
            FramedAnswer.writeHeader(bytes.out(), processStart);
            new AnswerThread(this, channel, handler, readLine(bytes.in())).start();
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            close(channel); // the asking process is gone, or there are no threads left
        }
    }

    private static String readLine(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        byte[] bytes = new byte[READ_BYTES];
        while (line.size() < Protocol.MAX_QUESTION_BYTES) {
            int read = in.read(bytes);
            if (read < 0) {
                throw new IOException("nothing was asked");
            }
            if (bytes[read - 1] == '\n') {
                line.write(bytes, 0, read - 1);
                return line.toString(StandardCharsets.UTF_8);
            }
            line.write(bytes, 0, read);
        }
        throw new IOException("not a question");
    }
}
