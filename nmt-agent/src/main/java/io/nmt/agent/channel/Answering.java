package io.nmt.agent.channel;

import java.io.IOException;
import java.nio.channels.Channels;

/** Runs a command and sends its answer. */
final class Answering extends ChannelThread {
    private final Asking asking;
    private final String line;

    Answering(Asking asking, String line) {
        super("nmt-answering");
        this.asking = asking;
        this.line = line;
    }

    @Override
    public void run() {
        asking.awaitEnd();
        FramedAnswer answer = new FramedAnswer(Channels.newOutputStream(asking.channel()));
        try {
            answer(answer);
        } catch (IOException e) {
            // The asking process is gone.
        } finally {
            asking.close();
        }
    }

    private void answer(FramedAnswer answer) throws IOException {
        try {
            asking.handler().handle(Request.parse(line), answer);
            answer.end(0);
        } catch (CommandException e) {
            answer.fail(e.getMessage());
        } catch (RuntimeException | Error e) {
            answer.fail("the command failed in the process: " + e);
        }
    }
}
