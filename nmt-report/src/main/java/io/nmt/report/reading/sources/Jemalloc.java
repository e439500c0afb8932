package io.nmt.report.reading.sources;

import io.nmt.report.model.MallocUsage;
import java.util.List;

/** Asks jemalloc, by its {@code mallctl}, where the JVM may call it. */
final class Jemalloc {
    /** {@code int mallctl(const char *name, void *oldp, size_t *oldlenp, void *newp, size_t newlen)}. */
    private static final String FUNCTION = "mallctl";

    private static final int WORDS = 5;

    private final LibraryFunction mallctl;

    private Jemalloc(LibraryFunction mallctl) {
        this.mallctl = mallctl;
    }

    /** Returns null if it cannot be asked. */
    static MallocUsage read(String library) {
        return LibraryFunction.ask(library, FUNCTION, WORDS, mallctl -> {
            Jemalloc jemalloc = new Jemalloc(mallctl);
            jemalloc.call("epoch", Long.BYTES, 1, Long.BYTES);
            long inUse = jemalloc.read("stats.allocated", Long.BYTES);
            return new MallocUsage(inUse, jemalloc.read("stats.resident", Long.BYTES) - inUse, -1, List.of());
        });
    }

    /**
     * Has it write its heap profile: for the stacks of sampled blocks, how many are live, and their bytes.
     *
     * @param library its path
     * @param file to be written
     * @return whether it has; false if it cannot be asked, or does not sample (option {@code prof:true})
     */
    static boolean dumpProfile(String library, String file) {
        return Boolean.TRUE.equals(LibraryFunction.ask(library, FUNCTION, WORDS, mallctl -> {
            Jemalloc jemalloc = new Jemalloc(mallctl);
            if (jemalloc.read("opt.prof", 1) == 0 || jemalloc.read("prof.active", 1) == 0) {
                return false;
            }
            jemalloc.call("prof.dump", 0, mallctl.string(file), Long.BYTES);
            return true;
        }));
    }

    private long read(String name, int bytes) throws ReflectiveOperationException {
        return call(name, bytes, 0, 0);
    }

    /** Reads a figure of so many bytes, and writes one; of either none where that is 0. */
    private long call(String name, int oldBytes, long value, int newBytes) throws ReflectiveOperationException {
        // The figure, its length, the value.
        LibraryFunction.Words words = mallctl.words(3).set(1, oldBytes).set(2, value);
        int error = mallctl.call(
                mallctl.string(name),
                oldBytes == 0 ? 0L : words.address(0),
                oldBytes == 0 ? 0L : words.address(1),
                newBytes == 0 ? 0L : words.address(2),
                (long) newBytes);
        if (error != 0) {
            throw new IllegalStateException(name + ": " + error);
        }
        return words.get(0);
    }
}
