package io.nmt.bench.demo;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Response bodies in direct buffers, for as long as the service runs: category "Direct Buffer". Thread-safe. */
final class BodyCache implements AutoCloseable {
    /** Bytes of one body. */
    static final int BODY_BYTES = 16 << 10;

    private static final int BODIES = 64;

    private final ByteBuffer[] bodies = new ByteBuffer[BODIES];

    BodyCache() {
        byte[] text = new byte[BODY_BYTES];
        for (int i = 0; i < BODIES; i++) {
            Arrays.fill(text, (byte) ('0' + i));
            bodies[i] = ByteBuffer.allocateDirect(BODY_BYTES).put(text).flip();
        }
    }

    void write(int number, ByteBuf out) {
        out.writeBytes(bodies[number % BODIES].duplicate());
    }

    /** Frees the buffers now, and not when the garbage collector gets to them. */
    @Override
    public void close() {
        for (ByteBuffer body : bodies) {
            RawMemory.UNSAFE.invokeCleaner(body);
        }
    }
}
