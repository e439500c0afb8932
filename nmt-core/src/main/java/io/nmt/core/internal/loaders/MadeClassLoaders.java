package io.nmt.core.internal.loaders;

import io.nmt.core.internal.concurrent.FullHeap;
import io.nmt.core.internal.counters.SampleCountdown;
import io.nmt.core.model.MadeLoaders;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/** The class loaders of the application, by the line of code that made them. Thread-safe. */
public final class MadeClassLoaders {
    private static final LongAdder MADE = new LongAdder();
    private static final AtomicBoolean MAKING = new AtomicBoolean();

    // Null until the first loader is made.
    private static volatile LoaderTable table;

    private MadeClassLoaders() {}

    /** Initialises what the first loader would, as {@code HookClasses} does. */
    public static void initialise() {
        LoaderTable.initialise();
        ThreadLocalRandom.current();
    }

    /**
     * Notes a loader, if call sites are sampled. To be called at the end of {@code ClassLoader}'s constructor: may
     * fail, and then has changed nothing.
     *
     * @param loader that the current thread makes, and whose own constructor has not run yet
     */
    public static void made(ClassLoader loader) {
        if (SampleCountdown.intervalBytes() == 0) {
            return;
        }
        MADE.increment();
        LoaderTable known = table != null ? table : make();
        if (known != null) {
            known.made(loader, MADE);
        }
    }

    /** Returns null while another thread makes it. */
    private static LoaderTable make() {
        if (MAKING.compareAndSet(false, true)) {
            try {
                if (table == null && !FullHeap.isExpected()) {
                    table = new LoaderTable();
                }
            } finally {
                MAKING.set(false);
            }
        }
        return table;
    }

    /** Forgets loaders that were collected: often enough for a line's figures to be those of the others. */
    public static void forgetCollected() {
        LoaderTable known = table;
        if (known != null) {
            known.forEach(sample -> {});
        }
    }

    /**
     * Counts the loaders that were not collected.
     *
     * @return those that were seen to be made; an estimate where not each was sampled
     */
    public static long live() {
        long[] live = {0};
        LoaderTable known = table;
        if (known != null) {
            known.forEach(sample -> live[0] += sample.weight());
        }
        return live[0];
    }

    /**
     * Lists the loaders that were not collected.
     *
     * @param all whether keepers are looked for of all lines, and not only of those that grow
     * @param collectedNanosAgo when the last collection of the whole heap ended; negative if unknown
     * @return by class and line of code, those with most loaders first
     */
    public static List<MadeLoaders> list(boolean all, long collectedNanosAgo) {
        LiveLoaders live = new LiveLoaders();
        LoaderTable known = table;
        if (known != null) {
            known.forEach(live::add);
        }
        return live.groups(all, collectedNanosAgo);
    }
}
