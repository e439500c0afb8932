package io.nmt.report.past;

import io.nmt.report.model.MemoryReading;
import java.util.ArrayList;
import java.util.List;

/** The moments that users compare with: their last two, and one of each command that repeats itself. Thread-safe. */
public final class Baselines {
    private static final String USER = "";
    private static final int MAX_OF_USER = 2;
    private static final int MAX_WATCHERS = 8;

    private final List<Baseline> all = new ArrayList<>(); // the oldest first

    Baselines() {}

    /**
     * Keeps a moment that the user takes, beside the one before it.
     *
     * @param reading of now
     * @return the newest of the user's
     */
    public Baseline take(MemoryReading reading) {
        return keep(USER, reading);
    }

    /**
     * Keeps the moment at which a command that repeats itself begins. Of more than some, the oldest is forgotten.
     *
     * @param watcher names it
     * @param reading of now
     * @return the first one of that command
     */
    public Baseline watch(String watcher, MemoryReading reading) {
        return keep(watcher, reading);
    }

    private synchronized Baseline keep(String watcher, MemoryReading reading) {
        Baseline baseline = new Baseline(watcher, reading, System.nanoTime());
        boolean ofUser = watcher.isEmpty();
        int alike = 0;
        int oldest = -1;
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).watcher().isEmpty() == ofUser) {
                alike++;
                oldest = oldest < 0 ? i : oldest;
            }
        }
        if (alike >= (ofUser ? MAX_OF_USER : MAX_WATCHERS)) {
            all.remove(oldest);
        }
        all.add(baseline);
        return baseline;
    }

    /**
     * The newest that the user took.
     *
     * @return null if there is none
     */
    public Baseline last() {
        return ofUser(0);
    }

    /**
     * The one before the newest.
     *
     * @return null if there is none
     */
    public Baseline previous() {
        return ofUser(1);
    }

    private synchronized Baseline ofUser(int older) {
        List<Baseline> taken =
                all.stream().filter(each -> each.watcher().isEmpty()).toList();
        return taken.size() <= older ? null : taken.get(taken.size() - 1 - older);
    }

    /**
     * The moment at which a command that repeats itself began.
     *
     * @param watcher names it
     * @return null if it begins now, or was forgotten
     */
    public synchronized Baseline of(String watcher) {
        return all.stream()
                .filter(each -> each.watcher().equals(watcher))
                .findFirst()
                .orElse(null);
    }
}
