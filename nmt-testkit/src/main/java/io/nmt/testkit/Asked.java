package io.nmt.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandClient;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Asks a child for answers to commands, without a JVM for each question. */
public final class Asked {
    private static final long MILLIS = 300_000; // on a machine that does forty other things, too

    private Asked() {}

    /** The directory of the child's socket. */
    public static Path directory(Child child) {
        return Path.of("/tmp/.nmt_pid" + child.pid());
    }

    public static Path socket(Child child) {
        return directory(child).resolve("socket");
    }

    /** The answer as text. */
    public static String of(Child child, String command) throws IOException, CommandException {
        return of(child, new Request(command, Map.of()));
    }

    /** The same, with options. */
    public static String of(Child child, Request request) throws IOException, CommandException {
        StringBuilder text = new StringBuilder();
        try (CommandClient client = CommandClient.connect(socket(child), 0, MILLIS)) {
            assertThat(client.ask(request, new Text(text), MILLIS)).isZero();
        }
        return text.toString();
    }

    private record Text(StringBuilder text) implements Answer {
        @Override
        public void print(String more) {
            text.append(more);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            throw new AssertionError("no text");
        }

        @Override
        public void progress(int percent) {}
    }
}
