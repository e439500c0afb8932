package io.nmt.jfr;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import jdk.jfr.FlightRecorder;

/** The events of native handles, at every chunk and reading of resident memory: one for each class. */
final class HandleEvents {
    private HandleEvents() {}

    /** To be called once, when JFR has started. */
    static void add() {
        FlightRecorder.addPeriodicEvent(NativeHandles.class, new EventHook() {
            @Override
            void emit() {
                emitHandles(Emission.follow(EventKind.HANDLES));
            }
        });
    }

    static void emitHandles(Emission emission) {
        if (emission.wants(EventKind.HANDLES) && new NativeHandles().isEnabled()) {
            emit();
        }
    }

    /** Emits them with a reading of resident memory, too: a chunk may tell neither of growth nor of its end. */
    static void emitNow() {
        if (RunningRecordings.want(EventKind.HANDLES) && new NativeHandles().isEnabled()) {
            emit();
        }
    }

    private static void emit() {
        for (HandleUsage usage : NativeMemory.handles()) {
            event(usage).commit();
        }
    }

    private static NativeHandles event(HandleUsage usage) {
        NativeHandles event = new NativeHandles();
        event.className = usage.className();
        event.live = usage.open();
        event.created = usage.created();
        event.closed = usage.closed();
        event.collected = usage.collected();
        event.standardError = usage.collectedError();
        event.oldestAge = usage.oldestAgeNanos();
        if (!usage.sites().isEmpty()) {
            addSite(event, usage.sites().get(0));
        }
        return event;
    }

    private static void addSite(NativeHandles event, HandleSite site) {
        event.topFrame = site.site().toString();
        event.libraryFrame = SiteEvents.libraryFrame(site.site());
        event.stack = SiteEvents.stack(site.site());
        event.siteLive = site.open();
        event.siteCollected = site.collected();
        event.siteStandardError = site.standardError();
        event.siteOldestAge = site.oldestAgeNanos();
        event.siteGrowth = site.growthPerMinute();
        event.siteGrowthError = site.growthErrorPerMinute();
        event.siteGrowingFor = site.growingForNanos();
    }
}
