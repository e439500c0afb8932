package io.nmt.jfr.recordings;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;

/** The call sites of the last emission. Before it, other sites may have been among the largest. */
final class LastSites {
    private final Map<Integer, Emitted> byId = new HashMap<>();
    private Instant emission = Instant.MIN;

    private record Emitted(Instant time, RecordedSite site) {}

    boolean isEmpty() {
        return byId.isEmpty();
    }

    void add(RecordedEvent event) {
        Instant time = event.getStartTime();
        if (event.getInt("rank") == 1 && time.isAfter(emission)) {
            emission = time;
        }
        Emitted before = byId.get(event.getInt("site"));
        if (before == null || !time.isBefore(before.time)) {
            byId.put(event.getInt("site"), new Emitted(time, site(event)));
        }
    }

    private static RecordedSite site(RecordedEvent event) {
        return new RecordedSite(
                event.getString("type"),
                event.getString("topFrame"),
                List.of(event.getString("stack").split("; ")),
                event.getLong("liveBytes"),
                event.getLong("standardError"),
                event.getLong("count"),
                event.getLong("peak"),
                event.getDuration("oldestAge").toNanos());
    }

    /** When the last emission was that had a site. */
    Instant time() {
        return emission;
    }

    /**
     * The sites that hold something.
     *
     * @param atLeast when the last emission of any of our events began, or earlier
     */
    List<RecordedSite> last(Instant atLeast) {
        Instant from = emission.isBefore(atLeast) ? atLeast : emission;
        List<RecordedSite> sites = new ArrayList<>();
        for (Emitted emitted : byId.values()) {
            if (!emitted.time.isBefore(from)) {
                sites.add(emitted.site);
            }
        }
        sites.sort(Comparator.comparingLong(RecordedSite::liveBytes).reversed());
        return List.copyOf(sites);
    }
}
