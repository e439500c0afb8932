package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Category;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Takes native memory in several categories when told to, tells the figures, and holds the memory until it is told to
 * finish. Before that it does not touch the tracker's classes.
 */
public final class Steady {
    static Object held; // not a local, or the collector might find out that main needs it no more

    private Steady() {}

    public static void main(String[] arguments) throws IOException {
        Talk.say("ready");
        Talk.await("hold");
        held = Held.take();
        Figures.say("holding");
        Talk.await("finish");
    }

    private static final class Held {
        private static final int MIB = 1 << 20;

        @SuppressWarnings("try") // the scope need not be mentioned inside
        static Object take() throws IOException {
            UNSAFE.allocateMemory(MIB);
            UNSAFE.allocateMemory(61);
            UNSAFE.freeMemory(UNSAFE.allocateMemory(5 * MIB));
            Memory.writeHeapBuffer(10_000);
            ByteBuffer direct = ByteBuffer.allocateDirect(2 * MIB + 1);
            ByteBuffer index;
            try (var scope = NativeMemory.scope(Category.of("Index"))) {
                index = ByteBuffer.allocateDirect(12_345);
            }
            // Address space of which one page is committed; no code looks at the address.
            NativeMemory.record(0x7000_0000_0000L, MIB, 4096, Category.of("Region"));
            return List.of(direct, index);
        }
    }
}
