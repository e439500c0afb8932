package io.nmt.jfr.recordings;

import io.nmt.core.model.SiteUsage;
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

    private record Emitted(Instant time, SiteUsage usage) {}

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
            byId.put(event.getInt("site"), new Emitted(time, usage(event)));
        }
    }

    private static SiteUsage usage(RecordedEvent event) {
        return SiteUsage.recorded(
                RecordedFrames.site(event.getString("type"), event.getString("topFrame"), event.getString("stack")),
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
    List<SiteUsage> last(Instant atLeast) {
        Instant from = emission.isBefore(atLeast) ? atLeast : emission;
        List<SiteUsage> sites = new ArrayList<>();
        for (Emitted emitted : byId.values()) {
            if (!emitted.time.isBefore(from)) {
                sites.add(emitted.usage);
            }
        }
        sites.sort(Comparator.comparingLong(SiteUsage::liveBytes).reversed());
        return List.copyOf(sites);
    }
}
