package io.nmt.micrometer;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@code nmt-core} as a library. It knows nothing of the process. */
final class LibrarySource implements Source {
    private static final long UNKNOWN = -1;

    @Override
    public Figures read() {
        Snapshot snapshot = NativeMemory.snapshot();
        Map<String, Figures.Usage> categories = new LinkedHashMap<>();
        for (CategoryUsage usage : snapshot.categories()) {
            categories.put(
                    usage.category(), new Figures.Usage(usage.committed(), usage.peakCommitted(), usage.count()));
        }
        return new Figures(categories, snapshot.total().peakCommitted());
    }

    @Override
    public long process(String attribute) {
        return UNKNOWN;
    }
}
