package io.nmt.core.internal.starts;

import io.nmt.core.internal.sites.CountLines;
import io.nmt.core.internal.sites.SampleRecord;
import io.nmt.core.internal.sites.SampledObject;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.StartedThreads;
import io.nmt.core.threads.DetachedThread;
import java.util.ArrayList;
import java.util.Collection;
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
    private static final int MANY_EXECUTORS = 32; // of one line and pattern of names: rather made again and again
    private static final int MOST_LIMIT = 10_000; // threads of an executor: a larger limit is none
    private static final int NO_LINE = 0;
    private static final Comparator<StartedThreads> MOST_FIRST = new MostFirst();
    private static final Comparator<Group> LARGEST_FIRST = new LargestFirst();

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
        final List<Integer> otherLines = new ArrayList<>();
        final Set<Executor> executors = Collections.newSetFromMap(new IdentityHashMap<>());
        double shares; // of executors, by each thread
        double openShares;
        double corrected = 1; // by which the estimate was too high
        long samples;
        long count;
        long runnable;
        long idle;
        long unseen;

        Group(NamePattern name, int line) {
            this.name = name;
            this.line = line;
        }

        boolean isAlike(Group other) {
            return line != NO_LINE && other.line != NO_LINE && name.key().equals(other.name.key());
        }

        void add(Executor executor, PoolWorker worker, long weight) {
            executors.add(executor);
            double share = worker.threads() == PoolWorker.UNKNOWN ? 0 : (double) weight / worker.threads();
            shares += share;
            openShares += executor.open ? share : 0;
            idle += worker.idle() ? weight : 0;
        }

        /** Adds the threads of another line that are of the same executors. */
        void add(Group other) {
            name.add(other.name);
            executors.addAll(other.executors);
            shares += other.shares;
            openShares += other.openShares;
            samples += other.samples;
            count += other.count;
            runnable += other.runnable;
            idle += other.idle;
            otherLines.add(other.line);
        }

        void correct(double factor) {
            corrected = factor;
            count = Math.round(count * factor);
            runnable = Math.round(runnable * factor);
            idle = Math.round(idle * factor);
            shares *= factor;
            openShares *= factor;
        }

        private long counted(boolean open, boolean areSampled) {
            long counted = 0;
            for (Executor executor : executors) {
                boolean isShared = areSampled && executor.counted;
                counted += (executor.open || !open) && !isShared ? 1 : 0;
            }
            return counted;
        }

        /** Counts the threads of executors that have a limit: where these are many, of those below it. */
        long pooled() {
            long pooled = 0;
            boolean areMany = executors.size() >= MANY_EXECUTORS;
            for (Executor executor : executors) {
                pooled += executor.isPool() && !(areMany && executor.isFull()) ? executor.threads : 0;
            }
            return Math.min(count, pooled);
        }

        /** Counts them; where samples stand for several threads, by the shares that these have of theirs. */
        long executors(boolean open) {
            boolean areSampled = samples < count;
            long byShares = areSampled ? Math.round(open ? openShares : shares) : 0;
            return byShares + counted(open, areSampled);
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

    /** No lambda either. */
    private static final class LargestFirst implements Comparator<Group> {
        @Override
        public int compare(Group first, Group second) {
            int byCount = Long.compare(second.count, first.count);
            return byCount != 0 ? byCount : Integer.compare(first.line, second.line);
        }
    }

    private static final class Executor {
        final boolean open;
        final boolean counted; // by itself
        final int limit;
        long threads;

        Executor(PoolWorker worker) {
            this.open = worker.open();
            this.counted = worker.threads() != PoolWorker.UNKNOWN;
            this.limit = worker.limit();
        }

        boolean isPool() {
            return threads >= SEVERAL && limit < MOST_LIMIT && (counted || threads <= limit);
        }

        /** Tells whether it may have no more threads; true also where its limit is not known. */
        boolean isFull() {
            return threads >= limit || !counted;
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

    private void correct(Thread... all) {
        Map<Object, Long> alike = counts(all);
        Map<Object, NamePattern> names = names(all);
        Map<Object, Long> told = told(groups.values());
        for (Group group : groups.values()) {
            Long there = alike.get(group.name.key());
            long here = told.getOrDefault(group.name.key(), 0L);
            if (there != null && group.samples < group.count) {
                group.name.add(names.get(group.name.key()));
            }
            if (there != null && here > there) {
                group.correct((double) there / here);
            }
        }
    }

    /** The patterns of the names of live threads: a sample has one name, and stands for others. */
    static Map<Object, NamePattern> names(Thread... all) {
        Map<Object, NamePattern> names = new HashMap<>();
        for (Thread thread : all) {
            if (thread != null && thread.isAlive() && !(thread instanceof DetachedThread)) {
                NamePattern name = NamePattern.of(thread.getName());
                NamePattern known = names.putIfAbsent(name.key(), name);
                if (known != null) {
                    known.add(name);
                }
            }
        }
        return names;
    }

    /** Counts live threads by pattern of names. */
    static Map<Object, Long> counts(Thread... all) {
        Map<Object, Long> counts = new HashMap<>();
        for (Thread thread : all) {
            if (thread != null && thread.isAlive() && !(thread instanceof DetachedThread)) {
                counts.merge(NamePattern.of(thread.getName()).key(), 1L, Long::sum);
            }
        }
        return counts;
    }

    private static Map<Object, Long> told(Collection<Group> groups) {
        Map<Object, Long> told = new HashMap<>();
        for (Group group : groups) {
            if (group.line != NO_LINE) {
                told.merge(group.name.key(), group.count, Long::sum);
            }
        }
        return told;
    }

    /** Adds to the largest group of each pattern what no line has: threads from before the agent was attached. */
    private static void addUnseen(List<Group> largestFirst, Thread... all) {
        Map<Object, Long> unseen = unseen(counts(all), told(largestFirst));
        for (Group group : largestFirst) {
            Long here = group.line == NO_LINE ? null : unseen.remove(group.name.key());
            group.unseen = here == null ? 0 : here;
        }
    }

    /** Those beside the ones that lines tell of. */
    static Map<Object, Long> unseen(Map<Object, Long> there, Map<Object, Long> told) {
        Map<Object, Long> unseen = new HashMap<>(there);
        told.forEach((key, count) -> unseen.computeIfPresent(key, (same, all) -> Math.max(0, all - count)));
        return unseen;
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

    /** Tells whether samples stand for several threads. */
    boolean isEstimate() {
        return count != known.size();
    }

    /**
     * Adds those that are not known. Where samples stand for several threads, it corrects what these tell instead: how
     * many threads of each pattern of names there are is known.
     */
    void addUnknown(Thread... all) {
        if (isEstimate()) {
            correct(all);
            return;
        }
        for (Thread thread : all) {
            boolean isOther = thread != null && thread.isAlive() && !known.contains(thread);
            if (isOther && !(thread instanceof DetachedThread)) {
                add(thread, NO_LINE, 1);
            }
        }
    }

    /** Lists all groups. Of threads that were there before all samples were looked at, counts those without a start. */
    List<StartedThreads> groups(Thread... before) {
        Map<Integer, HandleSite> judged = new HashMap<>();
        for (HandleSite line : lines.usages(count, false)) {
            judged.put(line.site().id(), line);
        }
        List<StartedThreads> all = new ArrayList<>();
        List<Group> merged = merged();
        if (before.length > 0) {
            addUnseen(merged, before);
        }
        for (Group group : merged) {
            HandleSite line = judged.get(group.line);
            for (int other : group.otherLines) {
                line = sum(line, judged.get(other));
            }
            line = line == null || group.corrected == 1 ? line : corrected(line, group.corrected);
            all.add(new StartedThreads(
                    group.name.toString(),
                    group.count,
                    group.runnable,
                    group.idle,
                    group.executors(false),
                    group.executors(true),
                    group.pooled(),
                    line,
                    group.unseen));
        }
        all.sort(MOST_FIRST);
        return all;
    }

    /** Puts lines together that start threads of the same executors: the one with most threads stands for all. */
    private List<Group> merged() {
        List<Group> largestFirst = new ArrayList<>(groups.values());
        largestFirst.sort(LARGEST_FIRST);
        IdentityHashMap<Executor, Group> owners = new IdentityHashMap<>();
        List<Group> merged = new ArrayList<>();
        for (Group group : largestFirst) {
            Group owner = null;
            for (Executor executor : group.executors) {
                Group other = owners.putIfAbsent(executor, group);
                owner = owner == null && other != null && other.isAlike(group) ? other : owner;
            }
            if (owner == null) {
                merged.add(group);
            } else {
                owner.add(group);
            }
        }
        return merged;
    }

    private static HandleSite corrected(HandleSite line, double factor) {
        return new HandleSite(
                line.site(),
                Math.round(line.open() * factor),
                Math.round(line.standardError() * factor),
                line.collected(),
                line.samples(),
                line.oldestAgeNanos(),
                Math.round(line.growthPerMinute() * factor),
                Math.round(line.growthErrorPerMinute() * factor),
                line.growing(),
                line.growingForNanos(),
                line.judgedInNanos(),
                line.threadNames(),
                line.stacks());
    }

    private static HandleSite sum(HandleSite line, HandleSite other) {
        if (line == null || other == null) {
            return line == null ? other : line;
        }
        List<HandleSite> stacks = new ArrayList<>(stacks(line));
        stacks.addAll(stacks(other));
        return new HandleSite(
                line.site(),
                line.open() + other.open(),
                Math.round(Math.hypot((double) line.standardError(), (double) other.standardError())),
                line.collected() + other.collected(),
                line.samples() + other.samples(),
                Math.max(line.oldestAgeNanos(), other.oldestAgeNanos()),
                line.growthPerMinute() + other.growthPerMinute(),
                Math.round(Math.hypot((double) line.growthErrorPerMinute(), (double) other.growthErrorPerMinute())),
                line.growing() || other.growing(),
                Math.max(line.growingForNanos(), other.growingForNanos()),
                Math.max(line.judgedInNanos(), other.judgedInNanos()),
                line.threadNames(),
                stacks);
    }

    private static List<HandleSite> stacks(HandleSite line) {
        return line.stacks().isEmpty() ? List.of(line) : line.stacks();
    }
}
