package io.nmt.bench.memory;

import io.nmt.bench.support.ChildJvm;
import io.nmt.bench.support.NativeUnsafe;
import io.nmt.core.NativeMemory;
import java.io.IOException;
import javax.management.JMException;

/** The program that {@link MemoryPerBlock} measures: allocates blocks and says what its JVM takes then. */
final class HoldingProgram {
    static final String HEAP = "heap";
    static final String RSS = "rss";
    static final String REPORTED = "reported";

    private static final int BLOCK_BYTES = 64;

    private HoldingProgram() {}

    public static void main(String[] args) throws InterruptedException, IOException, JMException {
        for (int i = Integer.parseInt(args[0]); i > 0; i--) {
            NativeUnsafe.UNSAFE.allocateMemory(BLOCK_BYTES);
        }
        // First, since a collection moves the table, and where it was stays part of the process.
        ChildJvm.print(RSS, JvmMemory.rssBytes());
        ChildJvm.print(HEAP, JvmMemory.heapBytesAfterCollection());
        // Last, since it would put our classes into the heap of a JVM without the agent.
        long ours = args[1].equals("agent") ? NativeMemory.snapshot().overheadBytes() : 0;
        ChildJvm.print(REPORTED, ours + JvmMemory.hotSpotOverheadBytes());
    }
}
