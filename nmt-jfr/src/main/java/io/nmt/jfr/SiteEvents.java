package io.nmt.jfr;

import io.nmt.core.model.Frame;
import io.nmt.core.model.ScopeUsage;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.reader.TrackerListeners;
import java.util.List;
import jdk.jfr.FlightRecorder;

/**
 * The events of call sites: of each sampled block when it is allocated and freed, of the largest sites and named
 * scopes at every chunk.
 */
final class SiteEvents {
    private static final int MOST_SITES = 200;
    private static final int MOST_SCOPES = 200;
    private static final String BETWEEN_FRAMES = "; ";
    private static final String LEFT_OUT = "(calls left out)";

    private SiteEvents() {}

    /** To be called once, when JFR has started. */
    static void add() {
        FlightRecorder.addPeriodicEvent(NativeMemorySite.class, new EventHook() {
            @Override
            void emit() {
                emitSites(Emission.follow(EventKind.SITE));
            }
        });
        FlightRecorder.addPeriodicEvent(NativeMemoryScope.class, new EventHook() {
            @Override
            void emit() {
                emitScopes(Emission.follow(EventKind.SCOPE));
            }
        });
        // Here rather than at the first sample, which is taken inside an allocation.
        FlightRecorder.register(NativeAllocationSample.class);
        FlightRecorder.register(NativeFreeSample.class);
        TrackerListeners.tell(new SampleEvents());
    }

    static void emitSites(Emission emission) {
        if (!emission.wants(EventKind.SITE) || !new NativeMemorySite().isEnabled()) {
            return;
        }
        List<SiteUsage> usages = emission.sites();
        int count = Math.min(usages.size(), MOST_SITES);
        for (int i = 0; i < count; i++) {
            event(i + 1, usages.get(i)).commit();
        }
    }

    static void emitScopes(Emission emission) {
        if (!emission.wants(EventKind.SCOPE) || !new NativeMemoryScope().isEnabled()) {
            return;
        }
        List<ScopeUsage> usages = emission.scopes();
        int count = Math.min(usages.size(), MOST_SCOPES);
        for (int i = 0; i < count; i++) {
            event(i + 1, usages.get(i)).commit();
        }
    }

    private static NativeMemoryScope event(int rank, ScopeUsage usage) {
        NativeMemoryScope event = new NativeMemoryScope();
        event.rank = rank;
        event.scope = usage.name();
        event.liveBytes = usage.liveBytes();
        event.standardError = usage.standardErrorBytes();
        event.count = usage.liveCount();
        event.allocated = usage.allocatedBytes();
        event.allocatedError = usage.allocatedErrorBytes();
        event.oldestAge = usage.oldestAgeNanos();
        event.mostAt = usage.mostAt();
        event.mostAtBytes = usage.mostAtBytes();
        return event;
    }

    private static NativeMemorySite event(int rank, SiteUsage usage) {
        Site site = usage.site();
        NativeMemorySite event = new NativeMemorySite();
        event.rank = rank;
        event.type = site.category();
        event.site = site.id();
        event.topFrame = site.toString();
        event.libraryFrame = libraryFrame(site);
        event.stack = stack(site);
        event.liveBytes = usage.liveBytes();
        event.standardError = usage.standardErrorBytes();
        event.count = usage.liveCount();
        event.peak = usage.peakBytes();
        event.oldestAge = usage.oldestAgeNanos();
        event.pool = site.pool();
        event.freedBy = site.freedBy().label();
        return event;
    }

    /** The library's frame that names a site beside the application's; null if there is none. */
    static String libraryFrame(Site site) {
        return site.by() == null ? null : site.by().toString();
    }

    /** The frames of a site as one text, with a mark where calls are left out. */
    static String stack(Site site) {
        StringBuilder stack = new StringBuilder();
        int frames = 0;
        for (Frame frame : site.frames()) {
            if (stack.length() > 0) {
                stack.append(BETWEEN_FRAMES);
            }
            stack.append(frame);
            if (++frames == site.cutAfter()) {
                stack.append(BETWEEN_FRAMES).append(LEFT_OUT);
            }
        }
        return stack.length() == 0 ? site.toString() : stack.toString();
    }
}
