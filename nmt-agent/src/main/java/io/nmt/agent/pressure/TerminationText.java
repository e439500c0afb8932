package io.nmt.agent.pressure;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.Pool;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.document.PoolFindings;
import io.nmt.report.document.SafeText;
import io.nmt.report.model.Ages;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Memory pressure in a few lines, what matters first: what filled the limit, since when, the first three call sites,
 * what to do, where the report is. That is within 1,024 bytes: of several containers each has a part of what Kubernetes
 * shows. Call sites of tracked memory are among it only where that memory may be what fills the limit.
 */
final class TerminationText {
    private static final int FIRST_SITES = 3;
    private static final int MOST_SITES = 10;

    // In bytes, without line feeds: together no more than the first kilobyte.
    private static final int HEADLINE = 230;
    private static final int SINCE = 150;
    private static final int SITE = 120;
    static final int ADVICE = 160;
    private static final int REPORT = 110;

    private static final int FULL_PERCENT = 90;
    private static final int SENTENCE = 400;
    private static final int SITE_CHARS = 80;
    private static final int CATEGORY_CHARS = 24;
    private static final int CLASS_CHARS = 40;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final StringBuilder text = new StringBuilder(4096);
    private final Crossing crossing;
    private final Scale scale;
    private final Filling filling;
    private final List<PooledSite> pooled;
    private final List<SiteUsage> sites;
    private final Course course;
    private final List<Pool> pools; // null for those of this process, which are read only if they matter
    private final Leaks leaks;
    private final Instant time; // of the crossing
    private final Instant later; // of a second look, to which all figures but the crossing's belong; else null

    private TerminationText(Crossing crossing, Filling filling, Instant time, Instant later) {
        this(
                crossing,
                filling,
                time,
                later,
                NativeMemory.pooledBuffers(),
                TrackerReader.ownerLines(),
                Course.of(crossing, filling),
                null);
    }

    /** Takes given values. */
    TerminationText(
            Crossing crossing,
            Filling filling,
            Instant time,
            Instant later,
            List<PooledSite> pooled,
            List<SiteUsage> lines,
            Course course,
            List<Pool> pools) {
        this.crossing = crossing;
        this.time = time;
        this.later = later;
        this.scale = crossing.scale();
        this.filling = filling;
        this.pooled = new ArrayList<>(pooled);
        if (isOfDirect()) {
            this.pooled.removeIf(site -> !DirectMemory.has(site.usage().site()));
        }
        this.sites = isOfDirect() ? DirectMemory.of(lines) : lines;
        this.course = course;
        this.pools = pools;
        this.leaks = course.leaks();
    }

    /** What is known at once. Takes milliseconds. */
    static String of(Crossing crossing, Instant time, String reportPath) {
        Snapshot snapshot = NativeMemory.snapshot();
        Filling filling = Filling.byCounts(hasOthers(crossing) ? crossing.usageBytes() : 0, snapshot);
        return new TerminationText(crossing, filling, time, null).write(reportPath, snapshot, List.of());
    }

    /** The same by a later reading of resident memory, and with what that means. */
    static String of(Crossing crossing, Instant time, String reportPath, ResidentEvidence resident) {
        ResidentMemory memory = resident.memory();
        boolean hasOthers = hasOthers(crossing) && resident.cgroupBytes() != ResidentEvidence.UNKNOWN;
        Filling filling = Filling.byReading(hasOthers ? resident.cgroupBytes() : memory.rssBytes(), memory);
        return new TerminationText(crossing, filling, time, memory.time())
                .write(reportPath, NativeMemory.snapshot(), resident.verdicts());
    }

    /** Other processes and their files are in a cgroup's memory, and in no other. */
    private static boolean hasOthers(Crossing crossing) {
        return crossing.cause() == Cause.CGROUP;
    }

    String write(String reportPath, Snapshot snapshot, List<Verdict> verdicts) {
        boolean sitesFirst = course.isOfJavaCode();
        String headline = Headline.begin(crossing, time);
        line(headline.concat(of(HEADLINE - headline.length())), HEADLINE);
        // Memory says nothing of threads.
        line(crossing.cause() == Cause.THREAD ? crossing.description() : since(), SINCE);
        if (sitesFirst) {
            appendSites(0, FIRST_SITES);
        }
        line("Do: ".concat(advice()), ADVICE);
        line(reportPath.isEmpty() ? "No report could be written." : "Report: ".concat(reportPath), REPORT);
        // What follows may be cut off.
        for (Verdict verdict : verdicts) {
            line(verdict.finding() + ": " + verdict.nextStep(), SENTENCE);
        }
        for (CategoryUsage usage : snapshot.categories()) {
            if (usage.committed() > 0) {
                line(scale.format(usage.committed()) + " " + SafeText.name(usage.category()), SITE);
            }
        }
        if (!sitesFirst && !sites.isEmpty()) {
            line("Call sites of tracked memory, which is not what fills the limit:", SITE);
        }
        appendSites(sitesFirst ? FIRST_SITES : 0, MOST_SITES);
        return text.toString();
    }

    /** Direct buffers are a part of their own limit alone. */
    private String of(int most) {
        String begin = begin();
        String parts = isOfDirect() ? "" : filling.inWords(scale, most - begin.length(), course.grown());
        return parts.isEmpty() ? "" : begin.concat(parts);
    }

    /** What the parts are of: of a later moment, not of what was in use at the crossing. */
    private String begin() {
        if (later == null) {
            return crossing.isOfResident() ? ": " : "; resident: ";
        }
        long millis = Duration.between(time, later).toMillis();
        return "; " + (millis < 1000 ? "a moment" : Ages.format(millis * NANOS_PER_MILLI)) + " later "
                + (hasOthers(crossing) ? "" : "resident ")
                + scale.format(filling.usageBytes()) + ": ";
    }

    private String since() {
        Course.Earlier earlier = course.isDated() ? null : course.earlier();
        return earlier == null ? course.since() : earlier.since();
    }

    /** Of the next process: this one may have ended when it is read. Whole, however long the site's name is. */
    static String ofGarbage(Site site) {
        return "run 'unreachable PID' on the next process: what grows at "
                + SafeText.shortened(site.toString(), SITE_CHARS) + " may be garbage.";
    }

    private String advice() {
        if (crossing.cause().isOfJvm()) {
            return adviceOfJvm();
        }
        if (crossing.asksForTooMuch()) {
            return "memory is not full: look at the code that asks for so much at once; the report has its stack.";
        }
        if (course.isOfJavaCode()) {
            String lost = PoolFindings.lost(pooled);
            if (!lost.isEmpty()) {
                return lost;
            }
            SiteUsage suspect = course.suspect();
            if (suspect != null) {
                String site = SafeText.shortened(suspect.site().toString(), SITE_CHARS);
                return course.isDated()
                        ? "fix the leak suspected at " + site + "; a higher limit gains time only."
                        : "look first at " + site + ", which rose for " + Ages.format(suspect.growingForNanos())
                                + ": a leak, or what still fills.";
            }
            Course.Earlier earlier = course.earlier();
            if (earlier != null) {
                String site = SafeText.shortened(earlier.site().toString(), SITE_CHARS);
                return earlier.dated()
                        ? "fix the leak that was suspected at " + site
                                + ", which still holds it; a higher limit gains time only."
                        : "look first at " + site + ", which rose and still holds it: a leak, or what had to fill.";
            }
            for (SiteUsage holder : leaks.holders()) {
                if (leaks.mayBeGarbage(holder)) {
                    return ofGarbage(holder.site());
                }
            }
        }
        if (crossing.cause() == Cause.REFUSED) {
            return "the system gives no more: raise that limit, or have less asked for; the report has who asked.";
        }
        String limit = isOfDirect() ? "-XX:MaxDirectMemorySize" : "the limit";
        Filling.Part most = isOfDirect() ? Filling.Part.TRACKED : course.most();
        if (most == null) {
            return "no part alone fills it: raise " + limit + ", or have the largest take less.";
        }
        return switch (most) {
            case TRACKED ->
                inPools()
                        ? "most of it is free inside chunks of buffer pools, which no code holds: fragmented, or a peak"
                                + " that is over. Lower the peak, or raise " + limit + "."
                        : leaks.judgedInNanos() > 0 || course.isOfLate()
                                ? "too early to tell whether these sites leak. If it is what is needed, raise " + limit
                                        + "."
                                : "no leak is seen: raise " + limit + ", or have these sites take less.";
            case HEAP ->
                "the Java heap fills it, not native memory: raise the limit, or lower -Xmx ("
                        + scale.format(Runtime.getRuntime().maxMemory()) + " now).";
            case KEPT ->
                "no code holds it: malloc keeps what was freed (fragmentation). Set MALLOC_ARENA_MAX=2, or try"
                        + " jemalloc.";
            case REST ->
                course.isUsualOfJvm()
                        ? "nothing has grown but what a JVM has itself (code, classes, GC), "
                                + scale.format(filling.bytes(Filling.Part.REST)) + ": " + limit
                                + " is small for a JVM, raise it."
                        : "neither the heap nor tracked code holds it: the JVM or a native library does. The report"
                                + " tells more, next time 'native PID'.";
            case OTHERS ->
                "this process holds less than half of it: look for other processes, and for files in memory (tmpfs).";
        };
    }

    private boolean isOfDirect() {
        return crossing.cause() == Cause.DIRECT;
    }

    /** Whether half of the memory that may fill the limit, or more, is what pools have, and no buffer. */
    private boolean inPools() {
        long free = 0;
        for (Pool pool : pools == null ? NativeMemory.pools() : pools) {
            boolean counts = !isOfDirect() || Category.DIRECT_BUFFER.name().equals(pool.category());
            boolean isKnown = counts && pool.category() != null && pool.inUseBytes() != Pool.UNKNOWN;
            free += isKnown ? pool.chunkBytes() - pool.inUseBytes() : 0;
        }
        return free > 0 && free >= (isOfDirect() ? crossing.usageBytes() : filling.bytes(Filling.Part.TRACKED)) / 2;
    }

    /** No call site of native memory is to blame then. */
    private String adviceOfJvm() {
        return switch (crossing.cause()) {
            case HEAP ->
                crossing.percent() >= FULL_PERCENT
                        ? "objects fill the Java heap, not native memory: look into a heap dump"
                                + " (-XX:+HeapDumpOnOutOfMemoryError), or raise -Xmx."
                        : "the Java heap is not full now: more was asked for at once, or what filled it is garbage."
                                + " -XX:+HeapDumpOnOutOfMemoryError tells.";
            default ->
                "have fewer threads, or ask for smaller stacks (-Xss, or what the code asks for); or raise the limit"
                        + " that is reached, if one is.";
        };
    }

    private void appendSites(int from, int to) {
        for (int i = from; i < Math.min(to, sites.size()); i++) {
            SiteUsage usage = sites.get(i);
            String site = SafeText.shortened(usage.site().toString(), SITE_CHARS);
            String category = SafeText.shortened(usage.site().category(), CATEGORY_CHARS);
            line((i + 1) + ". " + scale.format(usage.liveBytes()) + " " + category + ": " + site + lastIn(usage), SITE);
        }
    }

    private String lastIn(SiteUsage usage) {
        for (PooledSite site : pooled) {
            Site taken = site.usage().site();
            if (taken.category().equals(usage.site().category())
                    && Objects.equals(taken.leading(), usage.site().leading())
                    && !site.held().lastSeen().isEmpty()) {
                return ", last in "
                        + SafeText.shortened(site.held().lastSeen().get(0).className(), CLASS_CHARS);
            }
        }
        return "";
    }

    private void line(String line, int mostBytes) {
        String safe = SafeText.line(line);
        int most = mostBytes;
        String fitted = SafeText.shortened(safe, most);
        while (fitted.getBytes(StandardCharsets.UTF_8).length > mostBytes) {
            most -= Math.max(1, most / 8);
            fitted = SafeText.shortened(safe, most);
        }
        text.append(fitted).append('\n');
    }
}
