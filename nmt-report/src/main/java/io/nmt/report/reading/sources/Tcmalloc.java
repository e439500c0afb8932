package io.nmt.report.reading.sources;

import io.nmt.report.model.MallocUsage;
import java.util.List;

/** Asks gperftools' tcmalloc, by the C functions of its {@code MallocExtension}, where the JVM may call them. */
final class Tcmalloc {
    /** {@code int MallocExtension_GetNumericProperty(const char *property, size_t *value)}. */
    private static final String FUNCTION = "MallocExtension_GetNumericProperty";

    private static final int WORDS = 2;

    private Tcmalloc() {}

    /** Returns null if it cannot be asked. */
    static MallocUsage read(String library) {
        return LibraryFunction.ask(library, FUNCTION, WORDS, property -> {
            long inUse = read(property, "generic.current_allocated_bytes");
            long kept = read(property, "generic.heap_size") - read(property, "tcmalloc.pageheap_unmapped_bytes");
            return new MallocUsage(inUse, Math.max(0, kept - inUse), -1, List.of());
        });
    }

    private static long read(LibraryFunction property, String name) throws ReflectiveOperationException {
        LibraryFunction.Words value = property.words(1);
        if (property.call(property.string(name), value.address(0)) == 0) {
            throw new IllegalStateException(name);
        }
        return value.get(0);
    }
}
