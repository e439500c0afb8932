package io.nmt.report.reading.sources;

import io.nmt.core.mappings.AddressSpace;
import io.nmt.report.model.MallocUsage;

/** The bytes of malloc in use now, by its own count. */
public final class MallocInUse {
    private MallocInUse() {}

    /**
     * The name of this process's malloc.
     *
     * @return such as glibc or jemalloc
     */
    public static String allocator() {
        return Allocator.of(AddressSpace.read()).name();
    }

    /**
     * Has jemalloc write its heap profile.
     *
     * @param file to be written
     * @return whether it has: it is the process's malloc and samples, and this JVM may call it
     */
    public static boolean dumpProfile(String file) {
        Allocator allocator = Allocator.of(AddressSpace.read());
        return allocator.name().equals("jemalloc") && Jemalloc.dumpProfile(allocator.library(), file);
    }

    /**
     * Reads it.
     *
     * @return bytes of blocks that are allocated; -1 where malloc or the JVM does not tell
     */
    public static long bytes() {
        try {
            Allocator allocator = Allocator.of(AddressSpace.read());
            MallocUsage usage =
                    allocator.isGlibc() ? GlibcMalloc.read(DiagnosticCommands.run("vmInfo")) : allocator.usage();
            return usage == null ? -1 : usage.inUseBytes();
        } catch (RuntimeException | LinkageError e) {
            return -1; // no module java.management
        }
    }
}
