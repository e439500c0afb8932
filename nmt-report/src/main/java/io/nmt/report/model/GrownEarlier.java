package io.nmt.report.model;

import io.nmt.core.model.HandleUsage;
import java.util.List;

/**
 * The threads, class loaders and handles at one time, of all lines of code or of one that grew then. Immutable.
 *
 * @param threads that lived
 * @param loaders that were not collected
 * @param handles by class
 * @param millis the time of these figures, since 1970
 */
public record GrownEarlier(ThreadReading threads, LoaderReading loaders, List<HandleUsage> handles, long millis) {
    /** As it was read: copied. */
    public GrownEarlier {
        handles = List.copyOf(handles);
    }
}
