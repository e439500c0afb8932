package io.nmt.report.reading.sources;

import io.nmt.core.NativeMemory;
import io.nmt.core.mappings.AddressSpace;
import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.report.model.MallocUsage;

/**
 * Compares the books with what malloc says of itself. A block whose ownership goes to native code (malloc through the
 * {@code Linker}, JNA) may be freed there, unseen. If malloc has less in use than the live blocks that were taken from
 * it, some of these are not live.
 */
public final class MallocCheck {
    private MallocCheck() {}

    /**
     * Asks malloc, where native code may have freed blocks: that is, if there are live ones of the C functions or of
     * JNA. Takes some milliseconds then, and without the agent makes the platform's MBean server if there is none.
     * Never throws: where malloc does not tell, the snapshot stays as it is.
     *
     * @param snapshot just taken
     * @return the same; with {@link Snapshot#mallocInUseBytes} if malloc disproves it
     */
    public static Snapshot of(Snapshot snapshot) {
        if (snapshot.category(Category.FOREIGN_MALLOC.name()).committed() == 0
                && snapshot.category(Category.JNA.name()).committed() == 0) {
            return snapshot;
        }
        try {
            MallocUsage malloc = usage();
            // Of two moments, one before the question and one after it: what was freed in between disproves nothing.
            long liveBytes = Math.min(liveBytes(snapshot), liveBytes(NativeMemory.snapshot()));
            return malloc != null && disproves(liveBytes, malloc.inUseBytes())
                    ? snapshot.withMallocInUse(malloc.inUseBytes())
                    : snapshot;
        } catch (RuntimeException | LinkageError e) {
            return snapshot; // there is no management in this JVM
        }
    }

    private static MallocUsage usage() {
        AddressSpace space = AddressSpace.read();
        if (space.regions().isEmpty()) {
            return null; // not Linux
        }
        Allocator allocator = Allocator.of(space);
        return allocator.isGlibc() ? GlibcMalloc.read(DiagnosticCommands.run("vmInfo")) : allocator.usage();
    }

    /** Live bytes of the categories that have malloc'ed blocks alone. */
    public static long liveBytes(Snapshot snapshot) {
        long bytes = 0;
        for (CategoryUsage usage : snapshot.categories()) {
            Category category = Category.find(usage.category());
            bytes += category != null && category.isMalloced() ? usage.committed() : 0;
        }
        return bytes;
    }

    /**
     * True if malloc's figure is less than the live blocks: they cannot all be live.
     *
     * @param liveBytes of blocks from malloc, as they were requested
     * @param inUseBytes of malloc, which is at least as much if they are live
     */
    public static boolean disproves(long liveBytes, long inUseBytes) {
        return inUseBytes >= 0 && inUseBytes < liveBytes;
    }
}
