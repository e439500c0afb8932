package io.nmt.bench.demo;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/** Working memory of one connection, from {@code sun.misc.Unsafe}: category "Unsafe". For one thread. */
final class ScratchBuffer implements AutoCloseable {
    private final long address;
    private final int capacityBytes;
    private int sizeBytes;

    ScratchBuffer(int capacityBytes) {
        this.address = RawMemory.UNSAFE.allocateMemory(capacityBytes);
        this.capacityBytes = capacityBytes;
    }

    /** Takes the bytes of {@code page} over. */
    void load(ByteBuffer page) {
        if (page.remaining() > capacityBytes) {
            throw new IllegalArgumentException(page.remaining() + " bytes into a scratch buffer of " + capacityBytes);
        }
        sizeBytes = page.remaining();
        for (int i = 0; i < sizeBytes; i++) {
            RawMemory.UNSAFE.putByte(address + i, page.get(page.position() + i));
        }
    }

    /** Appends what was loaded to {@code out}. */
    void write(ByteBuf out) {
        for (int i = 0; i < sizeBytes; i++) {
            out.writeByte(RawMemory.UNSAFE.getByte(address + i));
        }
    }

    @Override
    public void close() {
        RawMemory.UNSAFE.freeMemory(address);
    }
}
