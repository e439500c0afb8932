package io.nmt.jfr.recordings;

import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import io.nmt.report.model.GrownEarlier;
import io.nmt.report.model.LoaderReading;
import io.nmt.report.model.ThreadReading;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The last figures of the native handles of each class. A class that was there is in all later emissions. */
final class LastHandles {
    private final Map<String, Emitted> byClass = new HashMap<>();
    private final LastGrown grown = new LastGrown();
    private Instant time = Instant.MIN;

    private record Emitted(Instant time, HandleUsage usage) {}

    void add(EventData event) {
        String className = event.getString("className");
        if (className == null) {
            return; // JDK 17 may leave a string out of a chunk.
        }
        Instant emitted = event.getStartTime();
        time = emitted.isAfter(time) ? emitted : time;
        Emitted before = byClass.get(className);
        HandleUsage usage = usage(className, event);
        if (before == null || !emitted.isBefore(before.time)) {
            byClass.put(className, new Emitted(emitted, usage));
        }
        if (usage.sites().stream().anyMatch(HandleSite::growing)) {
            grown.add(
                    List.of(className, usage.sites().get(0).site().toString()),
                    new GrownEarlier(ThreadReading.NONE, LoaderReading.NONE, List.of(usage), emitted.toEpochMilli()));
        }
    }

    private static HandleUsage usage(String className, EventData event) {
        return new HandleUsage(
                className,
                event.getLong("created"),
                event.getLong("closed"),
                event.getLong("collected"),
                event.getLong("standardError"),
                event.getDuration("oldestAge").toNanos(),
                sites(className, event));
    }

    private static List<HandleSite> sites(String className, EventData event) {
        String topFrame = event.getString("topFrame");
        String stack = event.getString("stack");
        if (topFrame == null || stack == null) {
            return List.of();
        }
        return List.of(HandleSite.recorded(
                RecordedFrames.site(event, className),
                event.getLong("siteLive"),
                event.getLong("siteStandardError"),
                event.getLong("siteCollected"),
                event.getDuration("siteOldestAge").toNanos(),
                event.getLong("siteGrowth"),
                event.getLong("siteGrowthError"),
                event.getDuration("siteGrowingFor").toNanos()));
    }

    Collection<GrownEarlier> grown() {
        return grown.all();
    }

    /** The time of the last emission; null if there was none. */
    Instant time() {
        return byClass.isEmpty() ? null : time;
    }

    /** The class with most that are not closed first. */
    List<HandleUsage> get() {
        List<HandleUsage> usages = new ArrayList<>();
        for (Emitted emitted : byClass.values()) {
            usages.add(emitted.usage);
        }
        usages.sort(Comparator.comparingLong(usage -> usage.closed() - usage.created()));
        return List.copyOf(usages);
    }
}
