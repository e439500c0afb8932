package io.nmt.core.rss;

import io.nmt.core.NativeMemory;
import io.nmt.core.categories.Category;
import io.nmt.core.mappings.AddressSpace;
import io.nmt.core.snapshot.CategoryUsage;
import io.nmt.core.snapshot.Snapshot;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares the books with what malloc says of itself. A block whose ownership goes to native code (malloc through the
 * {@code Linker}, JNA) may be freed there, unseen. If malloc has less in use than the live blocks that were taken from
 * it, some of these are not live.
 */
public final class MallocCheck {
    /**
     * From malloc for sure: an application's own categories may also have mappings in them, and zip streams are
     * estimated.
     */
    private static final Set<String> MALLOCED = Stream.of(
                    Category.DIRECT_BUFFER,
                    Category.NIO_TEMPORARY_BUFFER,
                    Category.NIO_INTERNAL,
                    Category.UNSAFE,
                    Category.FOREIGN_MEMORY,
                    Category.FOREIGN_MALLOC,
                    Category.JNA,
                    Category.OTHER)
            .map(Category::name)
            .collect(Collectors.toUnmodifiableSet());

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
        return allocator.isGlibc() ? MallocUsage.read(DiagnosticCommands.run("vmInfo")) : allocator.usage();
    }

    /** What is live of the categories that have malloc'ed blocks alone. */
    static long liveBytes(Snapshot snapshot) {
        long bytes = 0;
        for (CategoryUsage usage : snapshot.categories()) {
            bytes += MALLOCED.contains(usage.category()) ? usage.committed() : 0;
        }
        return bytes;
    }

    /**
     * Whether blocks that are on the books cannot all be live.
     *
     * @param liveBytes of blocks from malloc, as they were requested
     * @param inUseBytes of malloc, which is at least as much if they are live
     */
    static boolean disproves(long liveBytes, long inUseBytes) {
        return inUseBytes >= 0 && inUseBytes < liveBytes;
    }

    /** Whether a line of the waterfall is of such a category. */
    static boolean concerns(Category category) {
        return MALLOCED.contains(category.name());
    }
}
