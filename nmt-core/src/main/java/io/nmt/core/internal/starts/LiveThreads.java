package io.nmt.core.internal.starts;

import io.nmt.core.internal.sites.CountLines;
import io.nmt.core.internal.sites.SampleRecord;
import io.nmt.core.internal.sites.SampledObject;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.StartedThreads;
import io.nmt.core.threads.DetachedThread;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Adds up live threads by the line of code that started them, and by pattern of names. Not thread-safe. */
final class LiveThreads {
    private static final int SEVERAL = 4;
    private static final int NO_LINE = 0;
    private static final Comparator<StartedThreads> MOST_FIRST = new MostFirst();

    private final long now = SampleRecord.now();
    private final CountLines lines = new CountLines(now, now);
    private final Map<List<Object>, Group> groups = new HashMap<>();
    private final IdentityHashMap<Object, Executor> executors = new IdentityHashMap<>();
    private final Set<Thread> known = Collections.newSetFromMap(new IdentityHashMap<>());
    private long count;

    /** Threads of one line with one pattern of names. */
    private static final class Group {
        final NamePattern name;
        final int line;
        final Set<Executor> executors = Collections.newSetFromMap(new IdentityHashMap<>());
        double shares; // of executors, by each thread
        double openShares;
        long samples;
        long count;
        long runnable;
        long idle;

        Group(NamePattern name, int line) {
            this.name = name;
            this.line = line;
        }

        void add(Executor executor, PoolWorker worker, long weight) {
            executors.add(executor);
            double share = (double) weight / worker.threads();
            shares += share;
            openShares += executor.open ? share : 0;
            idle += worker.idle() ? weight : 0;
        }

        private long counted(boolean open) {
            long counted = 0;
            for (Executor executor : executors) {
                counted += executor.open || !open ? 1 : 0;
            }
            return counted;
        }

        /** Counts the threads of executors that have a limit. */
        long pooled() {
            long pooled = 0;
            for (Executor executor : executors) {
                pooled += executor.limited && executor.threads >= SEVERAL ? executor.threads : 0;
            }
            return Math.min(count, pooled);
        }

        /** Counts them; where samples stand for several threads, by the shares that these have of theirs. */
        long executors(boolean open) {
            return samples < count ? Math.round(open ? openShares : shares) : counted(open);
        }
    }

    /** No lambda, as in {@link CountLines}. */
    private static final class MostFirst implements Comparator<StartedThreads> {
        @Override
        public int compare(StartedThreads first, StartedThreads second) {
            int byCount = Long.compare(second.count(), first.count());
            return byCount != 0 ? byCount : first.name().compareTo(second.name());
        }
    }

    private static final class Executor {
        final boolean open;
        final boolean limited;
        long threads;

        Executor(PoolWorker worker) {
            this.open = worker.open();
            this.limited = worker.limited();
        }
    }

    void add(SampledObject<Thread> sample) {
        Thread thread = sample.get();
        if (thread != null) {
            known.add(thread);
            lines.add(sample.site(), sample.entry(), sample.weight());
            add(thread, sample.site().lineId(), sample.weight());
        }
    }

    private void add(Thread thread, int line, long weight) {
        NamePattern name = NamePattern.of(thread.getName());
        Group group = group(name, line);
        group.name.add(name);
        group.samples++;
        group.count += weight;
        count += weight;
        PoolWorker worker = PoolWorker.of(thread);
        if (worker != null) {
            Executor executor = executors.computeIfAbsent(worker.executor(), any -> new Executor(worker));
            executor.threads += weight;
            group.add(executor, worker, weight);
        }
        group.runnable += (worker == null || !worker.idle()) && ThreadFields.isRunnable(thread) ? weight : 0;
    }

    private Group group(NamePattern name, int line) {
        List<Object> key = List.of(line, name.key());
        Group group = groups.get(key);
        if (group == null) {
            group = new Group(name, line);
            groups.put(key, group);
        }
        return group;
    }

    /** Adds those that are not known: none, where samples stand for several threads. */
    void addUnknown(Thread... all) {
        if (count != known.size()) {
            return;
        }
        for (Thread thread : all) {
            boolean isOther = thread != null && thread.isAlive() && !known.contains(thread);
            if (isOther && !(thread instanceof DetachedThread)) {
                add(thread, NO_LINE, 1);
            }
        }
    }

    List<StartedThreads> groups() {
        Map<Integer, HandleSite> judged = new HashMap<>();
        for (HandleSite line : lines.usages(count, false)) {
            judged.put(line.site().id(), line);
        }
        List<StartedThreads> all = new ArrayList<>();
        for (Group group : groups.values()) {
            all.add(new StartedThreads(
                    group.name.toString(),
                    group.count,
                    group.runnable,
                    group.idle,
                    group.executors(false),
                    group.executors(true),
                    group.pooled(),
                    judged.get(group.line)));
        }
        all.sort(MOST_FIRST);
        return all;
    }
}
