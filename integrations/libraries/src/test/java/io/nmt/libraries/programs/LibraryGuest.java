package io.nmt.libraries.programs;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The part of an application that a class loader of its own has, with Netty and JNA. */
public final class LibraryGuest implements UnaryOperator<String> {
    private static final int BUFFERS = 300;
    private static final int SIZES = 14;

    private final List<Object> kept = new ArrayList<>();

    /** Keeps a third of its buffers and a block of 1,000 bytes each time. Returns what Netty has, used and pinned. */
    @Override
    public String apply(String argument) {
        PooledByteBufAllocator allocator = PooledByteBufAllocator.DEFAULT;
        for (int i = 0; i < BUFFERS; i++) {
            ByteBuf buffer = allocator.directBuffer(16 << i % SIZES);
            buffer.retain().touch();
            buffer.release(i % 3 == 0 ? 1 : 2);
            if (i % 3 == 0) {
                kept.add(buffer);
            }
        }
        kept.add(new Memory(1000));
        Native.free(Native.malloc(61));
        return allocator.metric().usedDirectMemory() + " " + allocator.pinnedDirectMemory();
    }
}
