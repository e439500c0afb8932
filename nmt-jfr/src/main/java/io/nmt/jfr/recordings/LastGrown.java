package io.nmt.jfr.recordings;

import io.nmt.report.model.GrownEarlier;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The last emission in which each line of code grew, since the last of all may tell that it has stopped. */
final class LastGrown {
    private static final int MOST_KEYS = 1000; // as many as a process remembers

    private final Map<Object, GrownEarlier> byKey = new HashMap<>();

    /** Takes in one that grows. */
    void add(Object key, GrownEarlier grown) {
        if (byKey.containsKey(key) || byKey.size() < MOST_KEYS) {
            byKey.merge(key, grown, (before, now) -> before.millis() > now.millis() ? before : now);
        }
    }

    Collection<GrownEarlier> all() {
        return List.copyOf(byKey.values());
    }
}
