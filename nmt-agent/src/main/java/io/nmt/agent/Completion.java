package io.nmt.agent;

import io.nmt.agent.instrument.HookInstaller;
import io.nmt.core.internal.handles.ArenaHooks;
import io.nmt.core.internal.hooks.LinkerUse;
import io.nmt.core.internal.hooks.RecorderUse;
import io.nmt.core.internal.tracker.TrackedPart;
import io.nmt.core.model.Category;
import io.nmt.core.model.NotTracked;
import io.nmt.core.reader.EventSource;
import io.nmt.jfr.NativeMemoryEvents;
import java.util.List;

/**
 * The part of the start that can wait until figures are read: finds out what this JVM lacks, and says it. It does so
 * once.
 */
final class Completion implements Runnable {
    private final HookInstaller hooks;
    private final LateInstallation arenas;
    private final LateInstallation linker;
    private Events events; // null if there are to be none
    private boolean begun; // guarded by this

    Completion(HookInstaller hooks) {
        this.hooks = hooks;
        this.arenas = new LateInstallation("shared arenas", new ArenaTracking(hooks));
        this.linker = new LateInstallation(Category.FOREIGN_MALLOC.name(), new LinkerTracking(hooks));
    }

    /** Has the hooks that wait put in at the first use of what they are for. */
    void prepare() {
        if (hooks.hasHooksForArenas()) {
            ArenaHooks.prepareBy(arenas);
        }
        if (hooks.hasHooksForLinker()) {
            LinkerUse.prepareBy(linker);
        }
    }

    /**
     * Does it before figures are read; now, if the application runs already or nothing is left to wait for.
     *
     * @param jfr whether there are to be events
     */
    void begin(boolean jfr, boolean attached) {
        if (jfr) {
            events = new Events(EventSource.claim());
            RecorderUse.prepareBy(events);
            registerUnlessAnnounced();
        }
        if (attached || !hooks.awaits()) {
            run();
        } else {
            TrackedPart.completeBy(this);
        }
    }

    private void registerUnlessAnnounced() {
        if (events != null && !hooks.recorderIsAnnounced()) {
            events.run();
        }
    }

    /** Registers them: before JFR starts, or when it may have started. */
    private record Events(boolean areOurs) implements Runnable {
        @Override
        public void run() {
            NativeMemoryEvents.registerFirst(areOurs);
        }
    }

    /** Waits for another thread that does it. Does nothing within itself. Where it throws, it is to be run again. */
    @Override
    public synchronized void run() {
        if (begun) {
            return;
        }
        begun = true;
        boolean done = false;
        try {
            hooks.complete();
            done = true;
        } finally {
            begun = done;
        }
        TrackedPart.completeBy(null);
        registerUnlessAnnounced();
        sayWhatIsNotTracked(hooks.notTracked());
        if (hooks.hasHooksForArenas() && !hooks.arenasAreAnnounced()) {
            arenas.run();
        }
        if (hooks.hasHooksForLinker() && !hooks.linkerIsAnnounced()) {
            linker.run();
            TrackedPart.lacks(new NotTracked(
                    Category.FOREIGN_MALLOC.name(),
                    "calls by handles that were linked before tracking began are not",
                    true));
        }
    }

    /** By its JDK, which is not as those that the hooks were made for. */
    private static void sayWhatIsNotTracked(List<NotTracked> categories) {
        say("nmt: not tracked on this system: ", categories, false);
        say("nmt: not fully tracked: ", categories, true);
        for (NotTracked category : categories) {
            TrackedPart.lacks(category);
        }
    }

    private static void say(String start, List<NotTracked> categories, boolean late) {
        StringBuilder line = new StringBuilder(start);
        String separator = "";
        for (NotTracked category : categories) {
            if (category.late() == late) {
                line.append(separator).append(category);
                separator = ", ";
            }
        }
        if (!separator.isEmpty()) {
            System.err.println(line);
        }
    }
}
