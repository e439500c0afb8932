package io.nmt.core.internal.loaders;

import io.nmt.core.internal.concurrent.FullHeap;
import io.nmt.core.internal.counters.SampleCountdown;
import io.nmt.core.internal.loaders.LoaderTable.Kind;
import io.nmt.core.model.MadeLoaders;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * The class loaders of the application, and its hidden classes, by the line of code that made them. Thread-safe.
 */
public final class MadeClassLoaders {
    private static final MadeClassLoaders LOADERS = new MadeClassLoaders(Kind.LOADER, 0);
    private static final MadeClassLoaders HIDDEN = new MadeClassLoaders(Kind.HIDDEN, MadeLoaders.MIN_HIDDEN);
    private static final MadeClassLoaders STRONG = new MadeClassLoaders(Kind.STRONG, MadeLoaders.MIN_HIDDEN);
    private static final int STRONG_FLAG = 4; // of MethodHandleNatives.Constants.STRONG_LOADER_LINK

    private final LongAdder made = new LongAdder();
    private final AtomicBoolean making = new AtomicBoolean();
    private final Kind kind;
    private final long few;

    // Null until more are made than are few.
    private volatile LoaderTable table;

    private MadeClassLoaders(Kind kind, long few) {
        this.kind = kind;
        this.few = few;
    }

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
        if (SampleCountdown.intervalBytes() != 0) {
            LOADERS.add(loader);
        }
    }

    /**
     * Notes a class in the same way, if it is hidden. A program defines some at its start: of few, nothing is known.
     *
     * @param type that the current thread has just defined
     * @param flags with which it was
     */
    public static void defined(Class<?> type, int flags) {
        if (SampleCountdown.intervalBytes() != 0 && type.isHidden()) {
            ((flags & STRONG_FLAG) == 0 ? HIDDEN : STRONG).add(type);
        }
    }

    private void add(Object object) {
        made.increment();
        LoaderTable known = table != null ? table : made.sum() <= few ? null : make();
        if (known != null) {
            known.made(object, made);
        }
    }

    /** Returns null while another thread makes it. */
    private LoaderTable make() {
        if (making.compareAndSet(false, true)) {
            try {
                if (table == null && !FullHeap.isExpected()) {
                    table = new LoaderTable(kind);
                }
            } finally {
                making.set(false);
            }
        }
        return table;
    }

    /** Forgets loaders that were collected: often enough for a line's figures to be those of the others. */
    public static void forgetCollected() {
        LOADERS.forEach(sample -> {});
        HIDDEN.forEach(sample -> {});
        STRONG.forEach(sample -> {});
    }

    private void forEach(Consumer<MadeLoader> visitor) {
        LoaderTable known = table;
        if (known != null) {
            known.forEach(sample -> visitor.accept((MadeLoader) sample));
        }
    }

    /**
     * Counts the loaders that were not collected.
     *
     * @return those that were seen to be made; an estimate where not each was sampled
     */
    public static long live() {
        return LOADERS.count();
    }

    /**
     * Counts the hidden classes that were not collected.
     *
     * @return as above, without the first ones of a program
     */
    public static long liveHidden() {
        return HIDDEN.count() + STRONG.count();
    }

    private long count() {
        long[] live = {0};
        forEach(sample -> live[0] += sample.weight());
        return live[0];
    }

    /**
     * Lists the loaders that were not collected, and then the hidden classes.
     *
     * @param all whether keepers are looked for of all lines, and not only of those that grow
     * @param collectedNanosAgo when the last collection of the whole heap ended; negative if unknown
     * @return by class and line of code, those with most loaders first
     */
    public static List<MadeLoaders> list(boolean all, long collectedNanosAgo) {
        List<MadeLoaders> groups = new ArrayList<>(LOADERS.groups(all, collectedNanosAgo));
        groups.addAll(HIDDEN.groups(false, collectedNanosAgo));
        for (MadeLoaders group : STRONG.groups(false, collectedNanosAgo)) {
            // Of names beyond the bound, a line may have loaded many classes with a few each.
            if (!group.className().equals(MadeLoaders.strong(LoaderTable.OTHERS))) {
                groups.add(group);
            }
        }
        return groups;
    }

    private List<MadeLoaders> groups(boolean all, long collectedNanosAgo) {
        LiveLoaders live = new LiveLoaders();
        forEach(live::add);
        return live.groups(all, collectedNanosAgo);
    }
}
