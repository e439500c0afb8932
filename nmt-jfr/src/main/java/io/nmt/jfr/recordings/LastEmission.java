package io.nmt.jfr.recordings;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The last emission of ranked events, such as of call sites. Before it, others may have been among the largest.
 */
final class LastEmission<T> {
    private final Map<Object, Emitted<T>> byKey = new HashMap<>();
    private Instant emission = Instant.MIN;

    private record Emitted<T>(Instant time, int rank, T value) {}

    boolean isEmpty() {
        return byKey.isEmpty();
    }

    /** Takes in an event, which has a rank: that of its emission that is about the same as its key. */
    void add(EventData event, Object key, T value) {
        Instant time = event.getStartTime();
        int rank = event.getInt("rank");
        if (rank == 1 && time.isAfter(emission)) {
            emission = time;
        }
        Emitted<T> before = byKey.get(key);
        if (before == null || !time.isBefore(before.time)) {
            byKey.put(key, new Emitted<>(time, rank, value));
        }
    }

    /** The time of the last emission with events. */
    Instant time() {
        return emission;
    }

    /**
     * Its values, by rank.
     *
     * @param atLeast when the last emission of any of our events began, or earlier
     */
    List<T> last(Instant atLeast) {
        Instant from = emission.isBefore(atLeast) ? atLeast : emission;
        List<Emitted<T>> last = new ArrayList<>();
        for (Emitted<T> emitted : byKey.values()) {
            if (!emitted.time.isBefore(from)) {
                last.add(emitted);
            }
        }
        last.sort(Comparator.comparingInt(Emitted::rank));
        List<T> values = new ArrayList<>();
        for (Emitted<T> emitted : last) {
            values.add(emitted.value);
        }
        return List.copyOf(values);
    }
}
