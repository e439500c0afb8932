package io.nmt.libraries.programs;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.AllocatorUsage;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/**
 * Makes a tree of allocators, one of which is closed again, and tells what is known of them. With an argument, it ends
 * before the others are closed.
 */
public final class ArrowTree {
    private static final long LIMIT = 10_000_000;

    private ArrowTree() {}

    public static void main(String[] arguments) {
        List<ArrowBuf> kept = new ArrayList<>();
        try (BufferAllocator root = new RootAllocator();
                BufferAllocator query = root.newChildAllocator("query-7", 0, LIMIT);
                BufferAllocator join = query.newChildAllocator("join", 0, LIMIT);
                BufferAllocator scan = root.newChildAllocator("scan", 0, LIMIT)) {
            root.newChildAllocator("over", 0, LIMIT).close();
            kept.add(join.buffer(4_000_000));
            kept.add(query.buffer(1_000_000));
            kept.add(scan.buffer(500_000));
            scan.buffer(1_000_000).close();
            say("theirs", root, 0);
            say("theirs", query, 1);
            say("theirs", join, 2);
            say("theirs", scan, 1);
            for (AllocatorUsage usage : NativeMemory.poolReading().allocators()) {
                Figures.print("ours " + usage.name() + ' ' + usage.depth() + ' ' + usage.bytes() + ' '
                        + usage.peakBytes() + ' ' + usage.limitBytes());
            }
            if (arguments.length > 0) {
                System.exit(0);
            }
            kept.forEach(ArrowBuf::close);
        }
        Figures.print("open " + NativeMemory.poolReading().allocators().size());
    }

    private static void say(String whose, BufferAllocator allocator, int depth) {
        Figures.print(whose
                + ' '
                + allocator.getName()
                + ' '
                + depth
                + ' '
                + allocator.getAllocatedMemory()
                + ' '
                + allocator.getPeakMemoryAllocation()
                + ' '
                + allocator.getLimit());
    }
}
