package io.nmt.core.rss.verdicts;

import io.nmt.core.model.Ages;
import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Component;
import io.nmt.core.model.ResidentFile;
import io.nmt.core.model.Scale;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.report.SafeText;
import io.nmt.core.rss.ResidentHistory;
import io.nmt.core.rss.ResidentReading;
import io.nmt.core.rss.sources.DirectBuffers;
import io.nmt.core.rss.sources.Limits;
import java.util.List;

/**
 * Proposes limits from what was used at the most, with a margin that is named: as good as the load that the process has
 * seen. A pure function of a reading.
 */
public final class Advice {
    private static final long MIB = 1L << 20;
    private static final double DIRECT_MARGIN = 1.25;
    private static final double HEAP_MARGIN = 1.5;
    private static final double CONTAINER_MARGIN = 1.1;
    private static final long LEAST_HEAP = 16 * MIB;
    private static final int STEPS = 16;
    private static final int LITTLE = 10;
    private static final int FEW = 20;
    private static final long ENOUGH_MILLIS = 10 * 60_000;
    private static final int JDK_FEATURE = Runtime.version().feature();
    private static final int DOES_NOT_COUNT_TEMPORARY = 25;
    private static final int COUNTS_AUTOMATIC_ARENAS = 22;
    private static final String JDK = System.getProperty("java.home");
    private static final String ROUNDED = ", rounded up";

    private final ResidentReading reading;
    private final Limits limits;
    private final Judged judged;
    private final List<SiteUsage> suspects;
    private long proposedHeapBytes;
    private final StringBuilder text =
            new StringBuilder("\nLimits, from what this process has used: as good as the load it has seen\n");

    private Advice(ResidentReading reading, List<ResidentHistory.Reading> earlier, List<SiteUsage> suspects) {
        this.reading = reading;
        this.suspects = suspects;
        this.judged = new Judged(reading, earlier);
        this.limits = reading.facts().limits();
    }

    /**
     * Proposes limits for the heap, for direct buffers and for the container.
     *
     * @param reading of now
     * @param earlier other readings, the oldest first: no limit is enough for what grows; may be empty
     * @param suspects call sites that may leak: nor is one for these
     * @return lines, after an empty one
     */
    public static String of(ResidentReading reading, List<ResidentHistory.Reading> earlier, List<SiteUsage> suspects) {
        Advice advice = new Advice(reading, earlier, suspects);
        advice.tooEarly();
        advice.heap();
        advice.direct();
        advice.container();
        return advice.text.toString();
    }

    private void tooEarly() {
        long up = reading.facts().jvm().upMillis();
        if (up > 0 && up < ENOUGH_MILLIS) {
            text.append("Too early to rely on them: the process has run for ")
                    .append(Ages.format(up * 1_000_000))
                    .append(", and has hardly shown yet what it needs.\n");
        }
    }

    private void heap() {
        long max = reading.facts().jvm().heapMaxBytes();
        LiveHeap live = LiveHeap.of(reading);
        long lived = live.bytes();
        Growth left = judged.livedGrowth();
        if (lived == 0) {
            text.append("-Xmx: cannot be told yet; no collection has told how much lives. Now it is ")
                    .append(format(max))
                    .append(".\n");
            return;
        }
        if (left.steady()) {
            text.append("-Xmx: no limit is enough while what collections leave grows steadily: ")
                    .append(Judged.words(left))
                    .append(". Now it is ")
                    .append(format(max))
                    .append(".\n");
            return;
        }
        long wanted = Math.round(lived * HEAP_MARGIN);
        long proposed = Math.max(LEAST_HEAP, up(wanted));
        // What may be garbage makes no limit too little.
        boolean mayBeEnough = live.atMost() && proposed > max;
        if ((live.notCollectedBytes() > lived / LITTLE || mayBeEnough) && proposed > LEAST_HEAP) {
            text.append("-Xmx: too early to tell; ")
                    .append(live.words())
                    .append(". 'unreachable PID' runs a full collection, then ask again. Now it is ")
                    .append(format(max))
                    .append(".\n");
            return;
        }
        proposedHeapBytes = proposed;
        propose("-Xmx", proposed);
        text.append(live.notCollectedBytes() > 0 || live.atMost() ? "Of the heap at the most " : "Of the heap ")
                .append(format(lived))
                .append(
                        live.notCollectedBytes() > 0
                                ? " live, if all of the old generation does"
                                : " lived at the last collections")
                .append("; half more is ")
                .append(format(wanted));
        if (proposed > up(wanted)) {
            text.append(", but less than ").append(format(LEAST_HEAP)).append(" is not proposed");
        } else {
            text.append(ROUNDED);
        }
        now(wanted, max);
        text.append("   How large single objects are, and how much lives between collections, is not in it: try it"
                + " under load.\n");
        if (live.atMost()) {
            text.append("   How much lives is known after a full collection, which 'unreachable PID' runs.\n");
        }
    }

    private void direct() {
        CategoryUsage usage = direct(reading);
        long unseen = reading.facts().direct().untrackedBytes();
        boolean othersCount = othersThatCount() > 0;
        String buffers = Component.lineOf(Category.DIRECT_BUFFER);
        Growth growth = judged.growthOf(
                othersCount ? List.of(buffers, Component.lineOf(Category.FOREIGN_MEMORY)) : List.of(buffers));
        for (SiteUsage suspect : suspects) {
            Category category = Category.find(suspect.site().category());
            if (category != null && category.mayBeDirect()) {
                text.append("-XX:MaxDirectMemorySize: too early, or no limit is enough: 'leaks' has a suspect, ")
                        .append(SafeText.name(suspect.site().toString()))
                        .append(", that grows by ")
                        .append(Judged.format(suspect.growthBytesPerMinute()))
                        .append(" a minute. Now it is ")
                        .append(format(limits.directBytes()))
                        .append(".\n");
                return;
            }
        }
        if (growth.steady()) {
            text.append("-XX:MaxDirectMemorySize: no limit is enough while direct buffers ")
                    .append(othersCount ? "and arenas, which count toward it, " : "")
                    .append("grow steadily: ")
                    .append(Judged.words(growth))
                    .append(". 'leaks' shows which code holds them. Now it is ")
                    .append(format(limits.directBytes()))
                    .append(".\n");
            return;
        }
        if (mostDirectBytes() == 0) {
            text.append("-XX:MaxDirectMemorySize: there were no direct buffers. Now it is ")
                    .append(format(limits.directBytes()))
                    .append(".\n");
            automaticArenas();
            return;
        }
        long wanted = Math.round(mostDirectBytes() * DIRECT_MARGIN);
        propose("-XX:MaxDirectMemorySize", up(wanted));
        if (mostDirectBytes() == usage.peakCommitted() + otherPeaks()) {
            text.append("The peak was ").append(format(usage.peakCommitted()));
            if (otherPeaks() > 0) {
                text.append(" of direct buffers, and ")
                        .append(format(otherPeaks()))
                        .append(" of what counts toward it, too (temporary buffers of I/O, arenas)");
            }
        } else if (mostDirectBytes() == usage.peakCommitted() + otherPeaks() + unseen) {
            text.append("By the JVM's own count ")
                    .append(format(unseen))
                    .append(" are not tracked")
                    .append(
                            usage.peakCommitted() > 0
                                    ? ", the peak of the others was " + format(usage.peakCommitted())
                                    : "");
        } else {
            text.append("The JVM counts ").append(format(mostDirectBytes())).append(" now");
        }
        text.append("; a quarter more is ").append(format(wanted)).append(ROUNDED);
        now(wanted, limits.directBytes());
        automaticArenas();
    }

    /** It is not known which arenas are automatic. */
    private void automaticArenas() {
        long arenas = peak(Category.FOREIGN_MEMORY);
        if (JDK_FEATURE >= COUNTS_AUTOMATIC_ARENAS && arenas > othersThatCount()) {
            text.append("   Arenas had ")
                    .append(format(arenas))
                    .append(" at their peak: if they are of Arena.ofAuto(), these count toward it, too.\n");
        }
    }

    /** Of what the JVM counts toward the limit beside direct buffers. */
    private long otherPeaks() {
        long peaks = (JDK_FEATURE < DOES_NOT_COUNT_TEMPORARY ? peak(Category.NIO_TEMPORARY_BUFFER) : 0)
                + (JDK_FEATURE < COUNTS_AUTOMATIC_ARENAS ? peak(Category.FOREIGN_MEMORY) : 0);
        // A few are in the margin.
        return peaks > Math.max(MIB, direct(reading).peakCommitted() / FEW) ? peaks : 0;
    }

    private long peak(Category category) {
        return reading.facts().snapshot().category(category.name()).peakCommitted();
    }

    /** Also of buffers that are not tracked, and of what else counts toward the limit. */
    private long mostDirectBytes() {
        DirectBuffers counted = reading.facts().direct();
        long known = direct(reading).peakCommitted() + otherPeaks() + counted.untrackedBytes();
        // The few buffers that NIO keeps for its threads are in the count, and in the margin.
        return counted.usedBytes() - known > Math.max(MIB, known / FEW) ? counted.usedBytes() : known;
    }

    /** What counts toward the limit beside direct buffers: memory of arenas, above all of automatic ones. */
    private long othersThatCount() {
        long known = direct(reading).peakCommitted()
                + otherPeaks()
                + reading.facts().direct().untrackedBytes();
        return mostDirectBytes() > known ? mostDirectBytes() - known : 0;
    }

    private static CategoryUsage direct(ResidentReading reading) {
        return reading.facts().snapshot().category(Category.DIRECT_BUFFER.name());
    }

    private void container() {
        long heapMax = reading.facts().jvm().heapMaxBytes();
        if (proposedHeapBytes > 0 && proposedHeapBytes != heapMax) {
            proposedContainer();
        }
        if (proposedHeapBytes <= heapMax) {
            containerAsItIs(heapMax);
        }
        if (!suspects.isEmpty()) {
            SiteUsage first = suspects.get(0);
            text.append("   No limit is enough for a leak: 'leaks' has ")
                    .append(suspects.size() == 1 ? "a suspect, " : suspects.size() + " suspects, the first is ")
                    .append(SafeText.name(first.site().toString()))
                    .append(", ")
                    .append(SafeText.name(first.site().category()))
                    .append(", which holds ")
                    .append(Judged.format(first.liveBytes()))
                    .append(" and grows by ")
                    .append(Judged.format(first.growthBytesPerMinute()))
                    .append(" a minute.\n");
        }
        if (judged.rssGrowth().steady()) {
            text.append("   RSS grows steadily: no limit of the container is enough while it does.\n");
        }
        long clean = reading.memory().pages().cleanFileBytes();
        if (clean > 0) {
            text.append("   Not counted: ")
                    .append(format(clean))
                    .append(" of clean file pages, which the system can drop.\n");
        }
    }

    /** RSS had a larger heap in it at its peak, so the peak tells nothing here. */
    private void proposedContainer() {
        long sum = sum(proposedHeapBytes);
        long wanted = Math.round(sum * CONTAINER_MARGIN);
        propose("Container, with -Xmx as proposed", up(wanted));
        text.append(parts(proposedHeapBytes))
                .append(format(sum))
                .append(" together. A tenth more is ")
                .append(format(wanted))
                .append(ROUNDED);
        now(wanted, limits.containerBytes());
        if (peakBytes() > up(wanted)) {
            text.append("   ")
                    .append(peak())
                    .append(" How much of that was garbage in the heap is not known: try these"
                            + " limits under load.\n");
        }
    }

    private void containerAsItIs(long heapMax) {
        long sum = sum(heapMax);
        long wanted = Math.round(Math.max(sum, peakBytes()) * CONTAINER_MARGIN);
        propose(
                proposedHeapBytes > 0 && proposedHeapBytes < heapMax ? "Container, with -Xmx as it is" : "Container",
                up(wanted));
        text.append(parts(heapMax))
                .append(format(sum))
                .append(" together. ")
                .append(peak())
                .append(" A tenth more than the larger is ")
                .append(format(wanted))
                .append(ROUNDED);
        now(wanted, limits.containerBytes());
    }

    /**
     * What direct buffers may come to take more than they have in memory, up to the limit that is proposed for them.
     */
    private long moreDirectBytes() {
        long limit = up(Math.round(mostDirectBytes() * DIRECT_MARGIN));
        long before = Math.min(reading.facts().direct().untrackedBytes(), judged.resident(Component.BEFORE_TRACKING));
        long resident = before
                + reading.memory()
                        .line(Component.lineOf(Category.DIRECT_BUFFER))
                        .residentBytes();
        long others = Math.min(
                othersThatCount(),
                reading.memory().line(Component.lineOf(Category.FOREIGN_MEMORY)).residentBytes());
        return Math.max(0, limit - resident - others);
    }

    private long sum(long heapBytes) {
        return heapBytes + reading.memory().outsideHeapBytes() + moreDirectBytes() + moreAtPeak(Category.DIRECT_BUFFER);
    }

    private String parts(long heapBytes) {
        return "The heap may become " + format(heapBytes) + ", outside it there are "
                + format(reading.memory().outsideHeapBytes()) + " now"
                + (moreDirectBytes() > 0
                        ? ", direct buffers may come to take " + format(moreDirectBytes()) + " more"
                        : "")
                + (moreAtPeak(Category.DIRECT_BUFFER) > 0
                        ? ", a category had " + format(moreAtPeak(Category.DIRECT_BUFFER)) + " more at its peak"
                        : "")
                + ": ";
    }

    /** What the system counts, and what of it no limit has to have room for. */
    private String peak() {
        long most = reading.memory().peakRssBytes();
        long files = most - peakBytes();
        return "RSS was " + format(most) + " at the most"
                + (files > 0
                        ? ", " + format(peakBytes()) + " without " + format(files)
                                + " that are or may have been clean pages of files."
                        : ".");
    }

    /** Of RSS at its peak, what cannot have been clean pages of the files that are mapped now. */
    private long peakBytes() {
        return Math.max(
                0, reading.memory().peakRssBytes() - reading.memory().pages().cleanFileBytes() - mayBeFilesBytes());
    }

    /** What blocks of a category had more at their peak than now, at the most; of all but one, and files. */
    private long moreAtPeak(Category but) {
        long more = 0;
        for (CategoryUsage usage : reading.facts().snapshot().categories()) {
            boolean counts = !usage.category().equals(Category.MAPPED_FILE.name())
                    && (but == null || !usage.category().equals(but.name()));
            more = Math.max(more, counts ? usage.peakCommitted() - usage.committed() : 0);
        }
        return more;
    }

    /** Of RSS at its peak, what may have been pages of files that have been dropped since. */
    private long mayBeFilesBytes() {
        long absent = 0;
        for (ResidentFile file : reading.files()) {
            // Of the JDK's own image hardly any page is ever in memory.
            absent += file.isOnDisk() && !file.path().startsWith(JDK)
                    ? Math.max(0, file.bytes() - file.residentBytes())
                    : 0;
        }
        long grown = reading.memory().peakRssBytes() - reading.memory().rssBytes();
        return Math.max(0, Math.min(absent, grown - moreAtPeak(null)));
    }

    private void propose(String limit, long bytes) {
        text.append(limit).append(": ").append(format(bytes)).append(". ");
    }

    /** Ends a proposal with how it is now; what was only rounded up makes no limit too little. */
    private void now(long wanted, long current) {
        if (current <= 0) {
            text.append(". There is no limit now, or it is not known.\n");
        } else if (wanted > current) {
            text.append(". Now it is ").append(format(current)).append(": too little for this.\n");
        } else {
            text.append(". Now it is ").append(format(current)).append(".\n");
        }
    }

    /** To a number of MB that is easily read, never by more than one sixteenth or 1 MB. */
    static long up(long bytes) {
        long step = Math.max(MIB, Long.highestOneBit(bytes) / STEPS);
        return (bytes + step - 1) / step * step;
    }

    private static String format(long bytes) {
        return Scale.MB.format(bytes);
    }
}
