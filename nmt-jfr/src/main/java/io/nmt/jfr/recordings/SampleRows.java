package io.nmt.jfr.recordings;

import io.nmt.core.model.Site;
import io.nmt.report.page.SampledBlocks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds up blocks that were allocated by the same site and thread, and freed at the same time, about. There are at most
 * so many rows: when there are more, times are told half as exactly. What is allocated and freed at the same time by
 * that is left out, since no moment shows it.
 */
final class SampleRows {
    private static final int MOST_THREADS = 200;

    private final int most;
    private final Map<Integer, Site> sites = new LinkedHashMap<>();
    private final Map<String, Integer> threads = new LinkedHashMap<>();
    private Map<Key, double[]> rows = new HashMap<>();
    private long bucketMillis = 1;

    private record Key(long allocated, long freed, int site, int thread) {}

    /** Without rows, which get no more than that. */
    SampleRows(int most) {
        this.most = most;
    }

    void name(int id, Site site) {
        sites.put(id, site);
    }

    boolean knows(int id) {
        return sites.containsKey(id);
    }

    /** The number of a thread's name; those beyond the bound are unknown. */
    int thread(String name) {
        if (name == null || (threads.size() >= MOST_THREADS && !threads.containsKey(name))) {
            return SampledBlocks.UNKNOWN_THREAD;
        }
        return threads.computeIfAbsent(name, any -> threads.size());
    }

    void add(long allocated, long freed, int site, long bytes, long weight) {
        add(allocated, freed, site, SampledBlocks.UNKNOWN_THREAD, bytes, weight);
    }

    void add(long allocated, long freed, int site, int thread, long bytes, long weight) {
        long from = bucket(allocated);
        long to = bucket(freed);
        if (from == to) {
            return;
        }
        double count = bytes == 0 ? 1 : (double) weight / bytes;
        add(new Key(from, to, site, thread), count, (double) weight, (double) weight * (weight - bytes));
    }

    /** Adds estimates of what is not freed. */
    void addLive(long allocated, int site, double count, double bytes, double variance) {
        Key key = new Key(bucket(allocated), SampledBlocks.NEVER, site, SampledBlocks.UNKNOWN_THREAD);
        add(key, count, bytes, variance);
    }

    private void add(Key key, double count, double bytes, double variance) {
        double[] sums = rows.computeIfAbsent(key, any -> new double[3]);
        sums[0] += count;
        sums[1] += bytes;
        sums[2] += variance;
        while (rows.size() > most) {
            merge();
        }
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** The bytes of each site that are live at a time. */
    Map<Integer, Double> liveBytes(long millis) {
        Map<Integer, Double> bytes = new HashMap<>();
        rows.forEach((key, sums) -> {
            if (key.allocated <= millis && (key.freed == SampledBlocks.NEVER || key.freed > millis)) {
                bytes.merge(key.site, sums[1], Double::sum);
            }
        });
        return bytes;
    }

    private long bucket(long millis) {
        return millis == SampledBlocks.NEVER ? millis : millis - millis % bucketMillis;
    }

    private void merge() {
        bucketMillis *= 2;
        Map<Key, double[]> merged = new HashMap<>();
        rows.forEach((key, sums) -> {
            Key wider = new Key(bucket(key.allocated), bucket(key.freed), key.site, key.thread);
            if (wider.allocated != wider.freed) {
                double[] all = merged.computeIfAbsent(wider, any -> new double[3]);
                for (int i = 0; i < all.length; i++) {
                    all[i] += sums[i];
                }
            }
        });
        rows = merged;
    }

    /**
     * The sites that have rows, and these in the order of their times.
     *
     * @param better the sites of which more is known than samples tell, such as the names of files
     */
    SampledBlocks build(Map<Integer, Site> better) {
        Map<Integer, Integer> indexes = new HashMap<>();
        List<Site> named = new ArrayList<>();
        List<SampledBlocks.Row> all = new ArrayList<>();
        rows.forEach((key, sums) -> {
            int index = indexes.computeIfAbsent(key.site, id -> {
                named.add(better.getOrDefault(id, sites.get(id)));
                return named.size() - 1;
            });
            all.add(new SampledBlocks.Row(key.allocated, key.freed, index, key.thread, sums[0], sums[1], sums[2]));
        });
        all.sort((one, other) -> one.allocated() != other.allocated()
                ? Long.compare(one.allocated(), other.allocated())
                : Long.compare(one.freed(), other.freed()));
        return new SampledBlocks(named, List.copyOf(threads.keySet()), all, bucketMillis);
    }
}
