package io.nmt.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Against processes that hang: what they do not do is not waited for without a bound. */
@Timeout(300)
class CommandClientTest {
    private static final Request REQUEST = new Request("summary", Map.of());
    private static final long SHORT_MILLIS = 100;

    @TempDir
    private Path directory;

    @Test
    void noGreeting() throws IOException {
        Path socket = directory.resolve("socket");
        try (ServerSocketChannel server = listen(socket)) {
            assertThat(server.isOpen()).isTrue();
            assertThatExceptionOfType(SilenceException.class)
                    .isThrownBy(() -> CommandClient.connect(socket, 0, SHORT_MILLIS))
                    .satisfies(e -> assertThat(e.millis()).isEqualTo(SHORT_MILLIS));
        }
    }

    @Test
    void noConnection() throws IOException {
        Path socket = directory.resolve("socket");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket), 1);
            // Those that wait before it fill the queue.
            try (SocketChannel first = SocketChannel.open(UnixDomainSocketAddress.of(socket));
                    SocketChannel second = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
                assertThat(first.isConnected() && second.isConnected()).isTrue();
                assertThatExceptionOfType(SilenceException.class)
                        .isThrownBy(() -> CommandClient.connect(socket, 0, SHORT_MILLIS));
                assertThat(CommandSocket.isAnswered(socket)).isTrue();
            }
        }
        assertThat(CommandSocket.isAnswered(socket)).isFalse();
    }

    @Test
    void noAnswer() throws IOException, CommandException {
        Path socket = directory.resolve("socket");
        try (ServerSocketChannel server = listen(socket)) {
            Thread greeting = new Thread(() -> greet(server));
            greeting.start();
            try (CommandClient client = CommandClient.connect(socket, 0)) {
                assertThatExceptionOfType(SilenceException.class)
                        .isThrownBy(() -> client.ask(REQUEST, new IgnoredAnswer(), SHORT_MILLIS));
            }
        }
    }

    private static void greet(ServerSocketChannel server) {
        try {
            // Stays open: the process hangs, it has not ended.
            FramedAnswer.writeHeader(Channels.newOutputStream(server.accept()), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ServerSocketChannel listen(Path socket) throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket));
    }

    private static final class IgnoredAnswer implements Answer {
        @Override
        public void print(String text) {}

        @Override
        public void write(byte[] bytes, int offset, int length) {}

        @Override
        public void progress(int percent) {}
    }
}
