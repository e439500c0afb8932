package io.nmt.channel;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The bytes of a connection. They come and go also where the JDK has no direct memory left, which it needs to read and
 * write what is in the heap: its limit has been reached, which is when one wants to know why. A mapped file is not
 * counted towards that limit.
 *
 * <p>For one thread at a time.
 */
final class ChannelBytes {
    private static final int SPARE_BYTES = 8192;

    private final SocketChannel channel;
    private ByteBuffer spare;

    ChannelBytes(SocketChannel channel) {
        this.channel = channel;
    }

    /** The stream of received bytes. */
    InputStream in() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                return ChannelBytes.this.read(ByteBuffer.wrap(bytes, offset, length));
            }
        };
    }

    /** The stream of bytes to send, each write at once. */
    OutputStream out() {
        return new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                write(new byte[] {(byte) one}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                ChannelBytes.this.write(ByteBuffer.wrap(bytes, offset, length));
            }
        };
    }

    private int read(ByteBuffer to) throws IOException {
        if (spare == null) {
            try {
                return channel.read(to);
            } catch (OutOfMemoryError e) {
                spare = map();
            }
        }
        spare.clear().limit(Math.min(SPARE_BYTES, to.remaining()));
        int read = channel.read(spare);
        to.put(spare.flip());
        return read;
    }

    private void write(ByteBuffer from) throws IOException {
        while (from.hasRemaining()) {
            if (spare == null) {
                try {
                    channel.write(from);
                    continue;
                } catch (OutOfMemoryError e) {
                    spare = map();
                }
            }
            int bytes = Math.min(SPARE_BYTES, from.remaining());
            spare.clear();
            spare.put(from.slice().limit(bytes)).flip();
            from.position(from.position() + bytes);
            while (spare.hasRemaining()) {
                channel.write(spare);
            }
        }
    }

    private static ByteBuffer map() throws IOException {
        Path file = CommandSocket.ownDirectory().resolve("spare" + System.nanoTime());
        try (FileChannel spare = FileChannel.open(
                file,
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE)) {
            return spare.map(FileChannel.MapMode.READ_WRITE, 0, SPARE_BYTES);
        }
    }
}
