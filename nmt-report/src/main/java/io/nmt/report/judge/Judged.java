package io.nmt.report.judge;

import io.nmt.core.model.Scale;
import io.nmt.report.judge.Finding.Rank;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Verdict;
import io.nmt.report.reading.ResidentHistory;
import io.nmt.report.reading.ResidentReading;
import io.nmt.report.reading.ResidentReading.TopSite;
import io.nmt.report.reading.division.HugePages;
import java.util.ArrayList;
import java.util.List;

/**
 * A reading that is being judged, perhaps against earlier ones, and the words that its verdicts share. Nothing is
 * read from elsewhere: the same readings give the same verdicts. Not thread-safe.
 */
final class Judged {
    private static final long LEAST_CHANGE = 1L << 20;
    private static final int LEAST_PART = 100;
    private static final int MUCH = 4;
    private static final double HALF = 0.5;
    private static final long LEAST_IN_MB = 10L << 20;
    private static final long LEAST_IN_GB = 100L << 30;

    private final ResidentReading reading;
    private final List<ResidentMemory> all = new ArrayList<>();
    private final List<Long> nanoTimes = new ArrayList<>();
    private final List<Long> rss = new ArrayList<>();
    private final List<Long> livedNanoTimes = new ArrayList<>();
    private final List<Long> lived = new ArrayList<>();

    /** Takes earlier ones by time, the oldest first. */
    Judged(ResidentReading reading, List<ResidentHistory.Reading> earlier) {
        this.reading = reading;
        for (ResidentHistory.Reading before : earlier) {
            add(before.memory(), before.nanoTime(), before.livedBytes());
        }
        add(reading.memory(), reading.facts().nanoTime(), reading.livedBytes());
    }

    private void add(ResidentMemory memory, long nanoTime, long livedBytes) {
        all.add(memory);
        nanoTimes.add(nanoTime);
        rss.add(memory.rssBytes());
        if (livedBytes > 0) {
            livedNanoTimes.add(nanoTime);
            lived.add(livedBytes);
        }
    }

    ResidentReading reading() {
        return reading;
    }

    ResidentMemory memory() {
        return reading.memory();
    }

    ResidentReading.Facts facts() {
        return reading.facts();
    }

    long resident(Component component) {
        return memory().line(component).residentBytes();
    }

    /** Of RSS as a whole. */
    ResidentGrowth rssGrowth() {
        return ResidentGrowth.of(nanoTimes, rss, rss);
    }

    /** Of what collections have left in the Java heap, where that is known. */
    ResidentGrowth livedGrowth() {
        return ResidentGrowth.of(livedNanoTimes, lived, lived);
    }

    /** By how much RSS has grown since the oldest reading; 0 without one. */
    long rssGrownBytes() {
        return memory().rssBytes() - rss.get(0);
    }

    /** All lines of the Java heap. */
    List<String> heapLines() {
        return linesOf(
                Component.JAVA_HEAP, Component.JAVA_HEAP_YOUNG, Component.JAVA_HEAP_OLD, Component.JAVA_HEAP_AGAIN);
    }

    /** All lines of the JVM's malloc: by purpose, where that is known, and what malloc adds to it. */
    List<String> jvmMallocLines() {
        return linesOf(Component.JVM_MALLOC, Component.JVM_ROUNDING);
    }

    private List<String> linesOf(Component... kinds) {
        List<String> names = new ArrayList<>();
        for (ResidentLine line : memory().lines()) {
            if (List.of(kinds).contains(line.kind())) {
                names.add(line.component());
            }
        }
        return names;
    }

    long resident(List<String> components) {
        return resident(memory(), components);
    }

    private static long resident(ResidentMemory memory, List<String> components) {
        return components.stream()
                .mapToLong(name -> memory.line(name).residentBytes())
                .sum();
    }

    ResidentGrowth growthOf(List<String> components) {
        return ResidentGrowth.of(
                nanoTimes,
                all.stream().map(memory -> resident(memory, components)).toList(),
                rss);
    }

    /** Explains these lines, the first of which it is named for. */
    Finding about(List<String> components, String finding, String nextStep) {
        return about(components, components, finding, nextStep);
    }

    /** The same where it is known of other lines only how they grow: an estimate divides what grows among them. */
    Finding about(List<String> components, List<String> growing, String finding, String nextStep) {
        return new Finding(
                new Verdict(components.get(0), resident(components), finding, nextStep),
                Rank.RESIDENT,
                growthOf(growing));
    }

    /**
     * Says what it rests on: a difference to a reading, or a steady rise through several. Nothing where there is
     * little.
     */
    String growth(List<String> components) {
        ResidentGrowth growth = growthOf(components);
        if (growth.bytes() < Math.max(LEAST_CHANGE, resident(components) / LEAST_PART)) {
            return "";
        }
        return growth.steady() ? ", growing steadily: " + words(growth) : ", " + words(growth);
    }

    /** By how much in which time, and where it is steady, how fast. */
    static String words(ResidentGrowth growth) {
        String more = format(growth.bytes()) + " more than " + Ages.format(growth.nanos()) + " ago";
        return growth.steady()
                ? more + ", " + format(growth.bytesPerMinute()) + " a minute by " + growth.readings() + " readings"
                : more;
    }

    /**
     * Part of what was allocated there, which may be more than what is in memory; and not of what of it grows alone.
     */
    String site(String category, boolean grows) {
        TopSite site = facts().sites().get(category);
        if (site == null) {
            return "";
        }
        boolean most = site.part() > HALF;
        return (grows
                        ? (most ? ". Most" : ". The largest part") + " of all that it holds, grown or not, is from "
                        : (most ? ", most" : ", the largest part") + " of it from ")
                + site.name()
                + " (about " + Math.round(100 * site.part()) + " % of what is allocated, as samples say)";
    }

    /** Says it only where it is a large part. */
    String huge(HugePages where, long ofBytes) {
        long bytes = Math.min(ofBytes, facts().hugeBytes().getOrDefault(where, 0L));
        return bytes == 0 || bytes < ofBytes / MUCH ? "" : ", " + format(bytes) + " of it in huge pages" + setting();
    }

    boolean isHuge(HugePages where, long ofBytes) {
        return !huge(where, ofBytes).isEmpty();
    }

    private String setting() {
        String setting = facts().limits().hugePages();
        return setting.isEmpty() ? "" : " (transparent_hugepage/enabled is " + setting + ")";
    }

    /** By one rule, so that figures of one sentence can be compared: MB from 10 MB on. */
    static String format(long bytes) {
        Scale scale = bytes >= LEAST_IN_GB ? Scale.GB : bytes >= LEAST_IN_MB ? Scale.MB : Scale.KB;
        return scale.format(bytes);
    }

    static String percent(long part, long whole) {
        return whole <= 0 ? "?" : Math.round(100.0 * part / whole) + " %";
    }
}
