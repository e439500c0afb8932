package io.nmt.jfr.recordings;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Blocks that were live when a recording began, by its first figures of call sites: no sample of it tells of them. Of
 * the sampled blocks that are freed without one, it tells when, and the rest is live at the end.
 */
final class EarlierBlocks {
    private static final Duration AT_THE_BEGIN = Duration.ofSeconds(2);
    private static final int MOST_FREED = 1 << 20;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final int mostFreed;
    private final Map<Integer, Held> firstBySite = new HashMap<>();
    private final List<Freed> freed = new ArrayList<>();
    private Instant first = Instant.MAX; // emission
    private Instant second = Instant.MAX;

    EarlierBlocks() {
        this(MOST_FREED);
    }

    /**
     * Has a bound.
     *
     * @param mostFreed the freed blocks that it takes in; others count as live
     */
    EarlierBlocks(int mostFreed) {
        this.mostFreed = mostFreed;
    }

    private record Held(Instant time, double count, double bytes, double error, long ageMillis) {}

    private record Freed(int site, long millis, long bytes, long weight) {}

    /** Takes in the figures of a call site, in any order. */
    void add(EventData event) {
        Instant time = event.getStartTime();
        if (event.getInt("rank") == 1) {
            if (time.isBefore(first)) {
                second = first;
                first = time;
            } else if (time.isAfter(first) && time.isBefore(second)) {
                second = time;
            }
        }
        Held held = new Held(
                time,
                (double) event.getLong("count"),
                (double) event.getLong("liveBytes"),
                (double) event.getLong("standardError"),
                event.getDuration("oldestAge").toNanos() / NANOS_PER_MILLI);
        firstBySite.merge(event.getInt("site"), held, (before, now) -> now.time.isBefore(before.time) ? now : before);
    }

    /** Takes in a block that is freed, of whose allocation there is no sample. */
    void freed(int site, long millis, long bytes, long weight) {
        if (freed.size() < mostFreed) {
            freed.add(new Freed(site, millis, bytes, weight));
        }
    }

    /**
     * Adds rows for them.
     *
     * @param rows of the samples
     * @param begin of the recording: later figures are not of its begin
     */
    void addTo(SampleRows rows, Instant begin) {
        if (first.equals(Instant.MAX) || Duration.between(begin, first).compareTo(AT_THE_BEGIN) > 0) {
            return;
        }
        Map<Integer, double[]> left = new HashMap<>();
        Map<Integer, Long> since = new HashMap<>();
        long firstMillis = first.toEpochMilli();
        Map<Integer, Double> sampled = rows.liveBytes(firstMillis);
        firstBySite.forEach((site, held) -> {
            double bytes = held.bytes - sampled.getOrDefault(site, 0.0);
            if (held.time.isBefore(second) && bytes > 0) {
                double share = bytes / held.bytes;
                left.put(site, new double[] {held.count * share, bytes, held.error * held.error * share});
                // Before the recording, or it would be one of its samples.
                since.put(site, Math.min(firstMillis - held.ageMillis, begin.toEpochMilli() - 1));
            }
        });
        for (Freed block : freed) {
            double[] sums = left.get(block.site);
            if (sums != null && block.millis > firstMillis && block.weight <= sums[1]) {
                rows.add(since.get(block.site), block.millis, block.site, block.bytes, block.weight);
                sums[0] -= block.bytes == 0 ? 1 : (double) block.weight / block.bytes;
                sums[1] -= block.weight;
                sums[2] -= (double) block.weight * (block.weight - block.bytes);
            }
        }
        left.forEach((site, sums) -> {
            if (sums[1] >= 1) {
                rows.addLive(since.get(site), site, Math.max(1, sums[0]), sums[1], Math.max(0, sums[2]));
            }
        });
    }
}
