package io.nmt.core.report;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.Frame;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.LateStart;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.MallocUsage;
import io.nmt.core.model.MemoryReading;
import io.nmt.core.model.NotTracked;
import io.nmt.core.model.Pool;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.RecordedMemory;
import io.nmt.core.model.ResidentLine;
import io.nmt.core.model.ResidentMemory;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.core.model.SnapshotDiff;
import io.nmt.core.model.Trim;
import io.nmt.core.model.Unreachable;
import io.nmt.core.model.Verdict;
import java.util.List;

/**
 * Live and recorded memory as JSON, for scripts: one object on one line, without a line end. Bytes and nanoseconds are
 * plain numbers, the same thing has the same name everywhere: {@code docs/json.md}.
 */
public final class JsonReport {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private JsonReport() {}

    /**
     * Writes a snapshot.
     *
     * @param snapshot to be written
     * @return the object, with fields named as in the events
     */
    public static String of(Snapshot snapshot) {
        return of(snapshot, List.of());
    }

    /**
     * Writes a snapshot and pools.
     *
     * @param snapshot to be written
     * @param pools to be written: {@code pools}, an array that is left out if there are none, of objects from which
     *     figures and categories that are not known are left out
     * @return the object
     */
    public static String of(Snapshot snapshot, List<Pool> pools) {
        Json json = new Json().object();
        appendSnapshot(json, snapshot);
        if (!pools.isEmpty()) {
            json.array("pools");
            for (Pool pool : pools) {
                PoolJson.append(json, pool);
            }
            json.endArray();
        }
        return json.endObject().toString();
    }

    private static void appendSnapshot(Json json, Snapshot snapshot) {
        json.field("time", snapshot.time()).array("categories");
        for (CategoryUsage usage : snapshot.categories()) {
            json.object().field("type", usage.category());
            append(json, usage);
            if (usage.isEstimate()) {
                json.field("estimate", true);
            }
            json.endObject();
        }
        json.endArray().object("total");
        append(json, snapshot.total());
        json.endObject()
                .field("exactPeaks", snapshot.exactPeaks())
                .field("untrackedBlocks", snapshot.untrackedBlocks())
                .field("unknownFrees", snapshot.unknownFrees())
                .field("overheadBytes", snapshot.overheadBytes())
                .field("freedElsewhere", snapshot.freedElsewhere())
                .field("trackedFromStart", snapshot.coverage().fromStart());
        append(json, snapshot.coverage());
        if (snapshot.tableLimitBytes() > 0) {
            json.field("tableLimitBytes", snapshot.tableLimitBytes());
        }
        if (snapshot.mallocInUseBytes() != Snapshot.UNKNOWN) {
            json.field("mallocInUseBytes", snapshot.mallocInUseBytes());
        }
    }

    /** What is not tracked, and since when it is, as far as there is something to tell. */
    private static void append(Json json, Coverage coverage) {
        if (!coverage.notTracked().isEmpty()) {
            json.strings(
                    "notTracked",
                    coverage.notTracked().stream().map(NotTracked::category).toList());
        }
        LateStart start = coverage.lateStart();
        if (start != null && start.time() != null) {
            json.field("trackedSince", start.time());
        }
        if (start != null && start.jvmAgeNanos() != LateStart.UNKNOWN) {
            json.field("jvmAgeWhenTrackedNanos", start.jvmAgeNanos());
        }
    }

    private static void append(Json json, CategoryUsage usage) {
        json.field("reserved", usage.reserved())
                .field("committed", usage.committed())
                .field("count", usage.count())
                .field("peakReserved", usage.peakReserved())
                .field("peakCommitted", usage.peakCommitted())
                .field("countAtPeak", usage.countAtPeak());
    }

    /**
     * Writes what is known of pools, and what it means.
     *
     * @param reading of them
     * @param top how many pools, allocators and sites
     * @return the object
     */
    public static String ofPools(PoolReading reading, int top) {
        Json json = new Json().object();
        PoolJson.appendFields(json, reading, top);
        return json.endObject().toString();
    }

    /**
     * Writes call sites.
     *
     * @param sites the largest first
     * @param sampling how they were found
     * @param top how many of them
     * @return {@code {"intervalBytes":…,"lostSamples":…,"sites":[…]}}
     */
    public static String of(List<SiteUsage> sites, Sampling sampling, int top) {
        Json json = new Json().object();
        append(json, sampling);
        append(json, "sites", sites, top);
        return json.endObject().toString();
    }

    /**
     * Writes leaks, without native handles.
     *
     * @param leaks to be written
     * @param sampling how they were found
     * @param top how many of each group
     * @param notes on them, in words
     * @return the object
     */
    public static String of(Leaks leaks, Sampling sampling, int top, List<String> notes) {
        return of(leaks, sampling, top, List.of(), notes);
    }

    /**
     * Writes leaks.
     *
     * @param leaks to be written
     * @param sampling how they were found
     * @param top how many of each group
     * @param handles that are suspects
     * @param notes on them, in words
     * @return the same, with {@code suspects}, {@code holders}, {@code pools}, {@code handles} and {@code notes} in
     *     place of {@code sites}
     */
    public static String of(Leaks leaks, Sampling sampling, int top, List<HandleUsage> handles, List<String> notes) {
        return of(new LeaksByLine(leaks), sampling, top, handles, notes);
    }

    /**
     * Writes leaks by line of code.
     *
     * @param byLine to be written
     * @param sampling how they were found
     * @param top how many of each group, and how many stacks of a line
     * @param handles that are suspects
     * @param notes on them, in words
     * @return the same; lines that several stacks lead to have {@code stackCount} and {@code stacks}, too
     */
    public static String of(
            LeaksByLine byLine, Sampling sampling, int top, List<HandleUsage> handles, List<String> notes) {
        Leaks leaks = byLine.leaks();
        Json json = new Json().object();
        append(json, sampling);
        json.field("minimumAgeNanos", leaks.minimumAgeNanos()).field("judgedInNanos", leaks.judgedInNanos());
        append(json, "suspects", leaks.suspects(), byLine, top);
        append(json, "holders", leaks.holders(), byLine, top);
        append(json, "pools", leaks.pools(), byLine, top);
        HandleJson.append(json, handles, top);
        return json.strings("notes", notes).endObject().toString();
    }

    static void append(Json json, Sampling sampling) {
        json.field("intervalBytes", sampling.intervalBytes()).field("lostSamples", sampling.lostSamples());
        append(json, sampling.coverage());
    }

    private static void append(Json json, String name, List<SiteUsage> sites, int top) {
        json.array(name);
        for (SiteUsage usage : sites.subList(0, Math.min(top, sites.size()))) {
            append(json, usage);
        }
        json.endArray();
    }

    private static void append(Json json, String name, List<SiteUsage> lines, LeaksByLine byLine, int top) {
        json.array(name);
        for (SiteUsage usage : lines.subList(0, Math.min(top, lines.size()))) {
            List<SiteUsage> stacks = byLine.stacks(usage);
            append(json, usage, () -> {
                if (stacks.size() > 1) {
                    json.field("stackCount", stacks.size());
                    append(json, "stacks", stacks, top);
                }
            });
        }
        json.endArray();
    }

    private static void append(Json json, SiteUsage usage) {
        append(json, usage, () -> {});
    }

    /** Writes a call site, with more fields of its own. */
    static void append(Json json, SiteUsage usage, Runnable more) {
        json.object();
        append(json, usage.site());
        json.field("liveBytes", usage.liveBytes())
                .field("standardErrorBytes", usage.standardErrorBytes())
                .field("count", usage.liveCount())
                .field("peakBytes", usage.peakBytes())
                .field("oldestAgeNanos", usage.oldestAgeNanos());
        if (isLive(usage.site())) {
            json.field("samples", usage.samples())
                    .field("growthBytesPerMinute", usage.growthBytesPerMinute())
                    .field("growthErrorBytesPerMinute", usage.growthErrorBytesPerMinute())
                    .field("growing", usage.growing())
                    .field("growingForNanos", usage.growingForNanos())
                    .field("judgedInNanos", usage.judgedInNanos())
                    .strings("threads", usage.threadNames());
        }
        more.run();
        json.endObject();
    }

    /** Of a recorded site, less is known. */
    private static boolean isLive(Site site) {
        return site.id() != 0;
    }

    private static void append(Json json, Site site) {
        if (isLive(site)) {
            json.field("id", site.id());
        }
        Frame innermost = site.innermost();
        json.field("type", site.category())
                .field("site", site)
                .field("innermost", innermost == null ? site : innermost)
                .strings("stack", site.frames());
        if (isLive(site)) {
            json.field("pool", site.pool()).field("freedBy", site.freedBy().label());
        }
    }

    /**
     * Writes native handles.
     *
     * @param usages by class
     * @param top how many classes, and how many sites of each
     * @param minimumAgeNanos how old those are that the sites have; 0 for all
     * @return the object
     */
    public static String ofHandles(List<HandleUsage> usages, int top, long minimumAgeNanos) {
        Json json = new Json().object().field("minimumAgeNanos", minimumAgeNanos);
        HandleJson.append(json, usages, top);
        return json.endObject().toString();
    }

    /**
     * Writes what a garbage collection has freed.
     *
     * @param unreachable to be written
     * @param coverage which part of the process is tracked
     * @return the object
     */
    public static String of(Unreachable unreachable, Coverage coverage) {
        Json json = new Json().object().array("categories");
        for (Unreachable.Freed freed : unreachable.categories()) {
            json.object()
                    .field("type", freed.category())
                    .field("bytes", freed.bytes())
                    .field("blocks", freed.blocks())
                    .endObject();
        }
        json.endArray()
                .field("bytes", unreachable.bytes())
                .field("blocks", unreachable.blocks())
                .field("unknownBlocks", unreachable.unknownBlocks())
                .field("settled", unreachable.settled());
        append(json, coverage);
        return json.endObject().toString();
    }

    /**
     * Writes a reading of resident memory, without notes.
     *
     * @param memory the reading
     * @param verdicts of it
     * @param advice on limits, in lines; left out if there is none
     * @param malloc its arenas are written; null to leave them out
     * @return the object
     */
    public static String of(ResidentMemory memory, List<Verdict> verdicts, List<String> advice, MallocUsage malloc) {
        return of(memory, verdicts, advice, malloc, List.of());
    }

    /**
     * Writes a reading of resident memory.
     *
     * @param memory the reading
     * @param verdicts of it
     * @param advice on limits, in lines; left out if there is none
     * @param malloc its arenas are written; null to leave them out
     * @param notes on it, in words
     * @return the object
     */
    public static String of(
            ResidentMemory memory,
            List<Verdict> verdicts,
            List<String> advice,
            MallocUsage malloc,
            List<String> notes) {
        Json json = new Json().object();
        append(json, memory);
        json.array("verdicts");
        for (Verdict verdict : verdicts) {
            json.object()
                    .field("component", verdict.component())
                    .field("bytes", verdict.bytes())
                    .field("finding", verdict.finding())
                    .field("nextStep", verdict.nextStep())
                    .endObject();
        }
        json.endArray();
        if (!advice.isEmpty()) {
            json.strings("advice", advice);
        }
        if (malloc != null) {
            json.array("arenas");
            for (MallocUsage.Arena arena : malloc.arenas()) {
                json.object()
                        .field("number", arena.number())
                        .field("systemBytes", arena.systemBytes())
                        .field("freeBytes", arena.freeBytes())
                        .endObject();
            }
            json.endArray();
        }
        return json.strings("notes", notes).endObject().toString();
    }

    /**
     * Writes what came of a trim.
     *
     * @param trim that was run
     * @return {@code {"before":{…},"after":{…},"givenBackBytes":…}}
     */
    public static String of(Trim trim) {
        Json json = new Json().object().object("before");
        append(json, trim.before());
        json.endObject().object("after");
        append(json, trim.after());
        return json.endObject()
                .field("givenBackBytes", trim.givenBackBytes())
                .endObject()
                .toString();
    }

    private static void append(Json json, ResidentMemory memory) {
        json.field("time", memory.time()).field("rssBytes", memory.rssBytes());
        if (!memory.isRecorded()) {
            json.field("peakRssBytes", memory.peakRssBytes())
                    .field("swappedBytes", memory.swappedBytes())
                    .field("cleanFileBytes", memory.pages().cleanFileBytes())
                    .field("dirtyFileBytes", memory.pages().dirtyFileBytes())
                    .field("sharedMemoryBytes", memory.pages().sharedMemoryBytes())
                    .field("anonymousBytes", memory.pages().anonymousBytes())
                    .field("threads", memory.threads())
                    .field("hotSpotTracking", memory.hotSpotTracking())
                    .field("tookMillis", memory.tookNanos() / NANOS_PER_MILLI);
        }
        json.array("components");
        for (ResidentLine line : memory.lines()) {
            json.object().field("component", line.component());
            append(json, line);
            json.field("accuracy", line.accuracy().label()).endObject();
        }
        json.endArray();
        if (!memory.isRecorded()) {
            json.object("malloc").field("allocator", memory.allocator()).field("arenas", memory.arenas());
            if (memory.malloc() != null) {
                json.field("inUseBytes", memory.malloc().inUseBytes())
                        .field("freeBytes", memory.malloc().freeBytes());
            }
            json.endObject();
        }
    }

    private static void append(Json json, ResidentLine line) {
        json.field("reserved", line.reservedBytes())
                .field("committed", line.committedBytes())
                .field("resident", line.residentBytes());
    }

    /**
     * Writes what recordings tell.
     *
     * @param memory to be written
     * @param top how many call sites
     * @return the object
     */
    public static String of(RecordedMemory memory, int top) {
        return of(memory, top, false);
    }

    /**
     * Writes what recordings tell.
     *
     * @param memory to be written
     * @param top how many call sites
     * @param chunks whether {@code sites} has who has taken the chunks of pools, in place of who has taken their
     *     buffers
     * @return the object
     */
    public static String of(RecordedMemory memory, int top, boolean chunks) {
        Json json = new Json()
                .object()
                .field("begin", memory.begin())
                .field("end", memory.end())
                .field("cutOff", memory.cutOff())
                .field("completenessKnown", memory.completenessKnown())
                .field("failedEmissions", memory.failedEmissions())
                .object("last");
        MemoryReading last = memory.last();
        appendSnapshot(json, last.snapshot());
        json.endObject().field("sitesFromSamples", memory.sitesFromSamples()).field("sitesTime", memory.sitesTime());
        append(json, "sites", chunks ? last.sites() : last.owners(), top);
        if (last.pools() != null) {
            json.field("poolsTime", last.pools().time()).object("pools");
            PoolJson.appendFields(json, last.pools(), top);
            json.endObject();
        }
        json.field("handlesTime", memory.handlesTime());
        HandleJson.append(json, last.handles(), top);
        if (last.resident() == null) {
            json.field("residentMemory", null);
        } else {
            json.object("residentMemory");
            append(json, last.resident());
            json.endObject();
        }
        return json.endObject().toString();
    }

    /**
     * Writes what differs between two readings: of each thing {@code before}, {@code after} and {@code change}.
     *
     * @param comparison to be written
     * @param top how many call sites
     * @return the object
     */
    public static String of(Comparison comparison, int top) {
        Snapshot after = comparison.after().snapshot();
        Json json = new Json()
                .object()
                .field("beforeTime", comparison.before().snapshot().time())
                .field("afterTime", after.time())
                .array("categories");
        for (SnapshotDiff.Change change : comparison.categories().categories()) {
            json.object().field("type", change.category());
            append(json, change);
            json.endObject();
        }
        json.endArray().object("total");
        append(json, comparison.categories().total());
        json.endObject();
        append(json, after.coverage());
        json.array("sites");
        List<Comparison.SiteChange> sites = comparison.sites();
        for (Comparison.SiteChange change : sites.subList(0, Math.min(top, sites.size()))) {
            json.object();
            append(json, change.site());
            append(json.object("before"), change.beforeBytes(), change.beforeCount());
            append(json.object("after"), change.afterBytes(), change.afterCount());
            append(json.object("change"), change.bytes(), change.count());
            json.field("standardErrorBytes", change.standardErrorBytes()).endObject();
        }
        json.endArray();
        HandleJson.appendChanges(json, comparison.handles(), top);
        appendResident(json, comparison);
        return json.endObject().toString();
    }

    private static void append(Json json, SnapshotDiff.Change change) {
        json.object("before");
        append(json, change.before());
        json.endObject().object("after");
        append(json, change.after());
        json.endObject()
                .object("change")
                .field("reserved", change.reserved())
                .field("committed", change.committed())
                .field("count", change.count())
                .endObject();
    }

    private static void append(Json json, long liveBytes, long count) {
        json.field("liveBytes", liveBytes).field("count", count).endObject();
    }

    private static void appendResident(Json json, Comparison comparison) {
        ResidentMemory before = comparison.before().resident();
        ResidentMemory after = comparison.after().resident();
        if (before == null || after == null) {
            json.field("residentMemory", null);
            return;
        }
        json.object("residentMemory");
        appendMoment(json.object("before"), before);
        appendMoment(json.object("after"), after);
        json.object("change").field("rssBytes", after.rssBytes() - before.rssBytes());
        if (!after.isRecorded()) {
            json.field("threads", (long) after.threads() - before.threads());
        }
        json.endObject().array("components");
        for (Comparison.ComponentChange change : comparison.components()) {
            json.object().field("component", change.after().component()).object("before");
            append(json, change.before());
            json.endObject().object("after");
            append(json, change.after());
            json.endObject()
                    .object("change")
                    .field("resident", change.bytes())
                    .endObject()
                    .field("accuracy", change.after().accuracy().label())
                    .endObject();
        }
        json.endArray().endObject();
    }

    private static void appendMoment(Json json, ResidentMemory memory) {
        json.field("time", memory.time()).field("rssBytes", memory.rssBytes());
        if (!memory.isRecorded()) {
            json.field("threads", memory.threads());
        }
        json.endObject();
    }
}
