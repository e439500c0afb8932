package io.nmt.report.model;

import io.nmt.core.model.HandleUsage;
import java.util.List;

/**
 * What a line of code had made when it grew in number for the last time that a recording tells of. Immutable.
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
