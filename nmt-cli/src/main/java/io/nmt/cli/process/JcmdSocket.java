package io.nmt.cli.process;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Runs commands of jcmd in another JVM by its attach socket, and loads nothing there.
 *
 * <p>The JDK's attach classes open the socket and check whose it is. Their method for jcmd is not public, so requests
 * are written here, in version 1 of HotSpot's protocol ({@code attachListener.cpp}): the version, the operation and
 * three arguments, each ended by a zero. The answer is a line with a status, then text up to the end.
 */
final class JcmdSocket {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int MAX_ANSWER_BYTES = 64 << 20;
    private static final String SUCCESS = "0\n";

    private final Path path;

    private JcmdSocket(Path path) {
        this.path = path;
    }

    /**
     * Has the JVM open its socket, if it has not yet.
     *
     * @throws IOException if it does not
     */
    static JcmdSocket open(long pid, Path path) throws IOException {
        try {
            VirtualMachine.attach(Long.toString(pid)).detach();
            return new JcmdSocket(path);
        } catch (AttachNotSupportedException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /**
     * Runs a command.
     *
     * @param command with its arguments, such as {@code VM.info}
     * @return its output; empty if this JVM does not have the command
     * @throws IOException if the JVM does not answer
     */
    String run(String command) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(path));
            String request = "1\0jcmd\0" + command + "\0\0\0";
            ByteBuffer out = ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII));
            while (out.hasRemaining()) {
                channel.write(out);
            }
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            ByteBuffer in = ByteBuffer.allocate(BUFFER_BYTES);
            while (channel.read(in) >= 0 && answer.size() < MAX_ANSWER_BYTES) {
                answer.write(in.array(), 0, in.position());
                in.clear();
            }
            String text = answer.toString(StandardCharsets.UTF_8);
            return text.startsWith(SUCCESS) ? text.substring(SUCCESS.length()) : "";
        }
    }
}
