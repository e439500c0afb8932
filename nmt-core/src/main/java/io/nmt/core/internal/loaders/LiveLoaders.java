package io.nmt.core.internal.loaders;

import io.nmt.core.internal.sites.CountLines;
import io.nmt.core.internal.sites.SampleRecord;
import io.nmt.core.internal.sites.SampledObject;
import io.nmt.core.internal.starts.ThreadFields;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.LoaderKeeper;
import io.nmt.core.model.MadeLoaders;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Adds up class loaders by their class and the line of code that made them. Not thread-safe. */
final class LiveLoaders {
    private static final Comparator<MadeLoaders> MOST_FIRST = new MostFirst();
    private static final long NOT_COUNTED = -1;

    private final long now = SampleRecord.now();
    private final CountLines lines = new CountLines(now, now);
    private final Map<Integer, Group> groups = new HashMap<>(); // by line, which is of one class
    private long count;

    /** No lambda, as in {@link CountLines}. */
    private static final class MostFirst implements Comparator<MadeLoaders> {
        @Override
        public int compare(MadeLoaders first, MadeLoaders second) {
            int byCount = Long.compare(second.count(), first.count());
            return byCount != 0 ? byCount : first.className().compareTo(second.className());
        }
    }

    /** Loaders of one line. */
    private static final class Group {
        final List<MadeLoader> samples = new ArrayList<>();
        long count;

        /** Counts as {@link MadeLoaders#survivors}. */
        long survivors(long now, HandleSite line, long collectedNanosAgo) {
            if (!line.growing() || collectedNanosAgo < 0 || collectedNanosAgo >= line.growingForNanos()) {
                return NOT_COUNTED;
            }
            // A loader that is made while a collector marks is alive for that collection.
            long youngest = collectedNanosAgo + Math.max(0, line.growingForNanos() / 4 * 3 - collectedNanosAgo) / 4;
            long survivors = 0;
            for (MadeLoader sample : samples) {
                long ageNanos = (now - SampleRecord.time(sample.entry())) * SampleRecord.NANOS_PER_UNIT;
                boolean isOne = ageNanos > youngest && ageNanos <= line.growingForNanos() / 4 * 3;
                survivors += isOne ? sample.weight() : 0;
            }
            return survivors;
        }

        /**
         * The name that most have: of their class, since a line may define several kinds of hidden ones, or of their
         * parent's.
         */
        String most(boolean ofParent) {
            Map<String, Long> weights = new HashMap<>();
            String most = null;
            for (MadeLoader sample : samples) {
                String name = ofParent ? sample.parent() : sample.className();
                long here = weights.getOrDefault(name, 0L) + sample.weight();
                weights.put(name, here);
                most = most == null || here > weights.get(most) ? name : most;
            }
            return most;
        }
    }

    void add(SampledObject<Object> sample) {
        lines.add(sample.site(), sample.entry(), sample.weight());
        Group group = groups.get(sample.site().lineId());
        if (group == null) {
            group = new Group();
            groups.put(sample.site().lineId(), group);
        }
        group.samples.add((MadeLoader) sample);
        group.count += sample.weight();
        count += sample.weight();
    }

    /**
     * Lists them.
     *
     * @param all whether keepers are looked for of all lines, and not only of those that grow
     * @param collectedNanosAgo when the last collection of the whole heap ended; negative if unknown
     */
    List<MadeLoaders> groups(boolean all, long collectedNanosAgo) {
        Thread[] threads = null;
        List<MadeLoaders> made = new ArrayList<>();
        for (HandleSite line : lines.usages(count, false)) {
            Group group = groups.get(line.site().id());
            if (group == null) {
                continue;
            }
            LoaderKeeper keeper = null;
            if (all || line.growing()) {
                threads = threads == null ? ThreadFields.all() : threads;
                keeper = new LoaderKeepers(group.samples).find(threads);
            }
            made.add(new MadeLoaders(
                    group.most(false),
                    group.most(true),
                    group.count,
                    group.survivors(now, line, collectedNanosAgo),
                    keeper,
                    line));
        }
        made.sort(MOST_FIRST);
        return made;
    }
}
