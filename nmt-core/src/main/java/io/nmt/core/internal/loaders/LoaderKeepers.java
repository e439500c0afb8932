package io.nmt.core.internal.loaders;

import io.nmt.core.internal.starts.NamePattern;
import io.nmt.core.internal.starts.ThreadFields;
import io.nmt.core.model.LoaderKeeper;
import io.nmt.core.model.LoaderKeeper.How;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The threads and lists of the JDK that keep class loaders alive, by their fields. Each loader counts once for each
 * way. Not thread-safe.
 */
final class LoaderKeepers {
    private static final int MOST_PARENTS = 100;

    private final Map<How, Kept> ways = new EnumMap<>(How.class);
    private final Map<Integer, List<MadeLoader>> wanted = new HashMap<>(); // by their hash

    private static final class Kept {
        final Set<ClassLoader> loaders = Collections.newSetFromMap(new IdentityHashMap<>());
        NamePattern threads;
        long count;

        void add(ClassLoader loader, long weight, String thread) {
            if (!loaders.add(loader)) {
                return;
            }
            count += weight;
            NamePattern name = NamePattern.of(thread);
            if (threads == null) {
                threads = name;
            } else if (threads.key().equals(name.key())) {
                threads.add(name);
            }
        }
    }

    LoaderKeepers(List<MadeLoader> loaders) {
        for (MadeLoader loader : loaders) {
            List<MadeLoader> alike = wanted.get(loader.hash());
            if (alike == null) {
                alike = new ArrayList<>(1);
                wanted.put(loader.hash(), alike);
            }
            alike.add(loader);
        }
    }

    /** Returns the way that keeps most of them, or null if neither these threads nor a list keep any. */
    LoaderKeeper find(Thread... threads) {
        for (Thread thread : threads) {
            if (thread != null && thread.isAlive()) {
                look(thread);
            }
        }
        for (Object driver : ListFields.drivers()) {
            addClass(How.DRIVER, driver, driver.getClass().getName());
        }
        for (Object handler : ListFields.logHandlers()) {
            addClass(How.LOG_HANDLER, handler, handler.getClass().getName());
        }
        for (Thread hook : ListFields.shutdownHooks()) {
            addThread(How.SHUTDOWN_HOOK, hook);
        }
        for (Object provider : ListFields.providers()) {
            addClass(How.PROVIDER, provider, provider.getClass().getName());
        }
        for (Object bean : ListFields.beans()) {
            addClass(How.BEAN, bean, bean.getClass().getName());
        }
        for (StaticCaches.Cache cache : StaticCaches.all()) {
            for (Object entry : cache.contents()) {
                addClass(How.STATIC_FIELD, entry, cache.name());
            }
        }
        LoaderKeeper most = null;
        for (Map.Entry<How, Kept> way : ways.entrySet()) {
            Kept kept = way.getValue();
            if (most == null || kept.count > most.loaders()) {
                most = new LoaderKeeper(way.getKey(), kept.count, kept.threads.toString());
            }
        }
        return most;
    }

    private void look(Thread thread) {
        String name = thread.getName();
        add(How.CONTEXT, LoaderFields.context(thread), name);
        addThread(How.TASK, thread);
        for (Object value : LoaderFields.locals(thread)) {
            addClass(How.THREAD_LOCAL, value, name);
        }
    }

    private void addThread(How how, Thread thread) {
        addClass(how, thread, thread.getName());
        addClass(how, ThreadFields.task(thread), thread.getName());
        if (how == How.SHUTDOWN_HOOK) {
            add(how, LoaderFields.context(thread), thread.getName());
        }
    }

    private void addClass(How how, Object object, String keeper) {
        if (object != null) {
            add(how, object.getClass().getClassLoader(), keeper);
            if (object instanceof ClassLoader loader) {
                add(how, loader, keeper);
            } else if (object instanceof Class<?> type) {
                add(how, type.getClassLoader(), keeper);
            }
        }
    }

    /** A loader keeps its parents. */
    private void add(How how, ClassLoader kept, String keeper) {
        ClassLoader loader = kept;
        for (int i = 0; loader != null && i < MOST_PARENTS; i++) {
            for (MadeLoader known : wanted.getOrDefault(System.identityHashCode(loader), List.of())) {
                if (known.isOf(loader)) {
                    ways.computeIfAbsent(how, any -> new Kept()).add(loader, known.weight(), keeper);
                }
            }
            loader = LoaderFields.parent(loader);
        }
    }
}
