package io.nmt.agent.commands;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.Scale;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.model.Ages;
import io.nmt.report.reading.sources.ProcessStatus;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Resident memory beside tracked memory, noted whenever leaks are asked for: if only the first grows, no call site is
 * to blame. Notes of the last hour are kept, one in ten seconds at the most. Thread-safe.
 */
final class ResidentNotes {
    private static final long APART_NANOS = 10_000_000_000L;
    private static final long HOUR_NANOS = 3600_000_000_000L;
    private static final long LEAST_GROWTH = 16L << 20;
    private static final int LEAST_PART_OF_RSS = 20;
    private static final int TRACKED_PART = 4;
    private static final int LIKELY = 2; // standard errors
    private static final double NANOS_PER_MINUTE = 60e9;

    private static final ResidentNotes OF_PROCESS = new ResidentNotes();

    private final Deque<Note> notes = new ArrayDeque<>();

    /** Nothing is noted yet. */
    ResidentNotes() {}

    /**
     * Figures of a moment.
     *
     * @param nanoTime of {@link System#nanoTime}
     * @param rssBytes resident
     * @param trackedBytes committed, of all categories
     */
    record Note(long nanoTime, long rssBytes, long trackedBytes) {}

    /**
     * Notes the figures of now. Returns a sentence if resident memory has grown and tracked memory has not; else
     * nothing.
     */
    static String takeAndCompare(Leaks leaks) {
        Note now = now();
        return now == null
                ? ""
                : OF_PROCESS.takeAndCompare(now, perMinute(leaks), note(Baselines.previous()), note(Baselines.last()));
    }

    /**
     * The same of figures that are given.
     *
     * @param now later than all that were noted
     * @param sitesPerMinute as of {@link #compare}
     * @param baselines what was noted otherwise; null for none
     */
    synchronized String takeAndCompare(Note now, double sitesPerMinute, Note... baselines) {
        while (!notes.isEmpty() && now.nanoTime() - notes.peekFirst().nanoTime() > HOUR_NANOS) {
            notes.removeFirst();
        }
        Note earliest = notes.peekFirst();
        for (Note baseline : baselines) {
            if (baseline != null && (earliest == null || baseline.nanoTime() - earliest.nanoTime() < 0)) {
                earliest = baseline;
            }
        }
        if (notes.isEmpty() || now.nanoTime() - notes.peekLast().nanoTime() >= APART_NANOS) {
            notes.addLast(now);
        }
        return earliest == null ? "" : compare(earliest, now, sitesPerMinute);
    }

    /** Null if there is none, or its resident memory is not known. */
    private static Note note(Baselines.Baseline baseline) {
        return baseline == null || baseline.reading().resident() == null
                ? null
                : new Note(
                        baseline.nanoTime(),
                        baseline.reading().resident().rssBytes(),
                        baseline.reading().snapshot().total().committed());
    }

    private static double perMinute(Leaks leaks) {
        return perMinute(leaks.suspects()) + perMinute(leaks.holders()) + perMinute(leaks.pools());
    }

    /** What sites that rise may gain in a minute, at the most. */
    private static double perMinute(List<SiteUsage> sites) {
        double sum = 0;
        for (SiteUsage usage : sites) {
            if (usage.growthBytesPerMinute() > 0) {
                sum += usage.growthBytesPerMinute() + (double) LIKELY * usage.growthErrorBytesPerMinute();
            }
        }
        return sum;
    }

    /**
     * Not private: to be tested without a process that grows.
     *
     * @param sitesPerMinute bytes that the sites that rise may gain in a minute. The change of all tracked memory may
     *     be less, even a loss, since what is freed elsewhere counts, too
     */
    static String compare(Note before, Note now, double sitesPerMinute) {
        long grown = now.rssBytes() - before.rssBytes();
        long tracked = now.trackedBytes() - before.trackedBytes();
        if (grown < Math.max(LEAST_GROWTH, before.rssBytes() / LEAST_PART_OF_RSS) || tracked >= grown / TRACKED_PART) {
            return "";
        }
        long nanos = now.nanoTime() - before.nanoTime();
        double bySites = sitesPerMinute * nanos / NANOS_PER_MINUTE;
        String part;
        if (bySites >= (double) grown / TRACKED_PART) {
            part = ", net of what was freed. Sites above grow: how much of it is theirs cannot be told.";
        } else {
            part = ": " + (tracked > 0 || bySites > 0 ? "most of it" : "it") + " is none of the above, or was"
                    + " allocated before and is touched only now.";
        }
        return "RSS is " + format(grown) + " more than " + Ages.format(nanos) + " ago"
                + ", tracked memory " + (tracked > 0 ? format(tracked) + " more" : "not") + part
                + " 'rss PID' shows where it is, 'baseline PID' and later 'diff PID'"
                + " which part of it grows.";
    }

    private static String format(long bytes) {
        return Scale.fitting(bytes * 10).format(bytes);
    }

    private static Note now() {
        long resident = ProcessStatus.residentNow();
        return resident == ProcessStatus.UNKNOWN
                ? null
                : new Note(
                        System.nanoTime(),
                        resident,
                        NativeMemory.snapshot().total().committed());
    }
}
