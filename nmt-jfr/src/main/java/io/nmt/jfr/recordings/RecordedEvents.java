package io.nmt.jfr.recordings;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.LateStart;
import io.nmt.core.model.NotTracked;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.report.model.CodeOwner;
import io.nmt.report.model.GrownEarlier;
import io.nmt.report.model.MadeReading;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.RecordedMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.page.RecordedBounds;
import io.nmt.report.page.RecordedResident;
import io.nmt.report.page.SampledBlocks;
import io.nmt.report.reading.ResidentReading;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Takes in events, in any order: a recording has them by thread and by buffer, not by time. */
final class RecordedEvents {
    // From the figures of sites to the last event of the same emission.
    private static final Duration ONE_EMISSION = Duration.ofSeconds(2);
    private static final String TOTAL = "Total";
    private static final String USAGE = "nmt.NativeMemoryUsage";
    private static final String USAGE_TOTAL = "nmt.NativeMemoryUsageTotal";
    private static final long NOT_RECORDED = -1;

    private final Map<String, LastUsage> categories = new LinkedHashMap<>();
    private final LastUsage total = new LastUsage(TOTAL);
    private final LastEmission<SiteUsage> sites = new LastEmission<>();
    private final LastResident resident = new LastResident();
    private final LastHandles handles = new LastHandles();
    private final LastThreads threads = new LastThreads();
    private final LastLoaders loaders = new LastLoaders();
    private final LastGrowth growth = new LastGrowth();
    private final LastPools pools = new LastPools();
    private final LastScopes scopes = new LastScopes();

    private final EventFields fields;
    private Instant begin;
    private Instant end;
    private Instant trackingTime = Instant.MIN;
    private boolean exactPeaks;
    private long untrackedBlocks;
    private long unknownFrees;
    private long overheadBytes;
    private long failedEmissions;
    private long freedElsewhere;
    private Instant notTrackedTime = Instant.MIN;
    private String notTracked = "";
    private String notTrackedWhy = "";
    private long trackedAfterNanos;
    private long samplingInterval = NOT_RECORDED;
    private long lostSamples;
    private Instant codeTime = Instant.MIN;
    private CodeOwner code; // null if unknown

    /** Takes in events whose fields have been looked at. */
    RecordedEvents(EventFields fields) {
        this.fields = fields;
    }

    boolean isEmpty() {
        return begin == null;
    }

    /** The time of the first event; null if there is none. */
    Instant begin() {
        return begin;
    }

    /** Takes in the time of an event of ours that lacks what it needs. */
    void addUnusable(EventData event) {
        if (event.name().startsWith(CourseEvents.OUR_EVENTS)) {
            extend(event.getStartTime());
        }
    }

    private void extend(Instant time) {
        begin = begin == null || time.isBefore(begin) ? time : begin;
        end = end == null || time.isAfter(end) ? time : end;
    }

    void add(EventData event) {
        Instant time = event.getStartTime();
        extend(time);
        switch (event.name()) {
            case USAGE -> category(event).addUsage(event);
            case "nmt.NativeMemoryUsagePeak" -> category(event).addPeak(event);
            case USAGE_TOTAL -> total.addUsage(event);
            case "nmt.NativeMemoryUsageTotalPeak" -> total.addPeak(event);
            case "nmt.NativeMemoryTracking" -> addTracking(event, time);
            case "nmt.ResidentMemory" -> resident.add(event);
            case "nmt.ResidentFacts" -> resident.addFacts(event);
            case "nmt.MappedFile" -> resident.addFile(event);
            case "nmt.ProcessMemory" -> addCodeOwner(event, time);
            case "nmt.NativeHandles" -> handles.add(event);
            case "nmt.StartedThreads" -> threads.add(event);
            case "nmt.ClassLoaders" -> loaders.add(event);
            case "nmt.Growth" -> growth.add(event);
            case "nmt.PoolUsage" -> pools.addPool(event);
            case "nmt.PooledBufferSite" -> pools.addSite(event);
            case "nmt.NativeMemoryScope" -> scopes.add(event);
            case "nmt.AllocatorUsage" -> pools.addAllocator(event);
            default -> {} // of a later version
        }
    }

    /** Takes in the figures of a call site, of an event that was taken in. */
    void addSite(EventData event, Site site) {
        SiteUsage usage = SiteUsage.recorded(
                site,
                event.getLong("liveBytes"),
                event.getLong("standardError"),
                event.getLong("count"),
                event.getLong("peak"),
                event.getDuration("oldestAge").toNanos());
        sites.add(event, event.getInt("site"), usage);
    }

    private void addCodeOwner(EventData event, Instant time) {
        String name = event.hasField("codePackage") ? event.getString("codePackage") : null;
        if (name != null && !name.isEmpty() && !time.isBefore(codeTime)) {
            codeTime = time;
            code = new CodeOwner(name, event.getLong("codePackagePercent"));
        }
    }

    /** The live threads and class loaders at the end, and compiled code. */
    MadeReading made() {
        // After a kill, the last chunk tells of tracking at its beginning alone.
        Instant time = Stream.of(trackingTime, threads.time(), loaders.time())
                .max(Comparator.naturalOrder())
                .get();
        long millis = time.equals(Instant.MIN) ? Statement.UNKNOWN : time.toEpochMilli();
        List<GrownEarlier> grown = new ArrayList<>(threads.grown());
        grown.addAll(loaders.grown());
        grown.addAll(handles.grown());
        return new MadeReading(threads.get(trackingTime), loaders.get(trackingTime), code, millis, grown, growth.get());
    }

    private LastUsage category(EventData event) {
        String name = event.getString("type"); // null in a damaged file
        return categories.computeIfAbsent(name == null ? "?" : name, LastUsage::new);
    }

    private void addTracking(EventData event, Instant time) {
        // JDK 17 may leave a string out of a chunk.
        String missing = event.hasField("notTracked") ? event.getString("notTracked") : null;
        String why = event.hasField("notTrackedWhy") ? event.getString("notTrackedWhy") : null;
        if (missing != null && !missing.isEmpty() && !time.isBefore(notTrackedTime)) {
            notTrackedTime = time;
            notTracked = missing;
            notTrackedWhy = why == null ? "" : why;
        }
        if (time.isBefore(trackingTime)) {
            return;
        }
        trackingTime = time;
        exactPeaks = event.getBoolean("exactPeaks");
        untrackedBlocks = Math.max(0, event.getLong("untrackedBlocks"));
        unknownFrees = Math.max(0, event.getLong("unknownFrees"));
        overheadBytes = Math.max(0, event.getLong("overhead"));
        // Older agents do not tell.
        failedEmissions = event.hasField("failedEmissions") ? event.getLong("failedEmissions") : 0;
        trackedAfterNanos = event.hasField("trackedAfter") ? event.getLong("trackedAfter") : 0;
        freedElsewhere = event.hasField("freedElsewhere") ? event.getLong("freedElsewhere") : 0;
        samplingInterval = event.hasField("samplingInterval") ? event.getLong("samplingInterval") : NOT_RECORDED;
        lostSamples = event.hasField("lostSamples") ? event.getLong("lostSamples") : 0;
    }

    /** Sites that are older than the last figures of categories, as after a kill, are not of the same whole. */
    private List<SiteUsage> bounded(List<SiteUsage> found, Instant time, Snapshot whole) {
        if (Duration.between(time, end).compareTo(ONE_EMISSION) > 0) {
            return found;
        }
        return RecordedBounds.within(found, whole);
    }

    private Coverage coverage() {
        LateStart late =
                trackedAfterNanos == 0 ? null : new LateStart(null, Math.max(LateStart.UNKNOWN, trackedAfterNanos));
        List<NotTracked> missing = new ArrayList<>();
        for (String category :
                notTracked.isEmpty() || !notTrackedWhy.isEmpty() ? new String[0] : notTracked.split(", ")) {
            missing.add(new NotTracked(category, "", late != null));
        }
        missing.addAll(Coverage.ofReasons(notTrackedWhy, late != null));
        missing.addAll(fields.notRead());
        return new Coverage(late == null && resident.isFromStart(), late, missing);
    }

    /**
     * The sum of a recording without events of the total. It has no peak: peaks of categories need not be of one
     * moment.
     */
    private static CategoryUsage sum(List<CategoryUsage> usages) {
        long reserved = 0;
        long committed = 0;
        long count = 0;
        for (CategoryUsage usage : usages) {
            reserved += usage.reserved();
            committed += usage.committed();
            count += usage.count();
        }
        return new CategoryUsage(TOTAL, reserved, committed, count, reserved, committed, count);
    }

    /** The mean bytes from one sample to the next; -1 if that is not recorded. */
    long intervalBytes() {
        return samplingInterval;
    }

    long lostSamples() {
        return lostSamples;
    }

    /** The JVM's age when tracking began; 0 if it did not begin late, or that is not recorded. */
    long trackedAfterNanos() {
        return trackedAfterNanos;
    }

    /**
     * Returns the recorded figures, of all events taken in.
     *
     * @param samples the sampled blocks, for where there are no figures of call sites
     */
    RecordedMemory result(boolean cutOff, SampledBlocks samples) {
        List<CategoryUsage> usages = new ArrayList<>();
        Coverage coverage = coverage();
        boolean isUnread = coverage.isUnread(USAGE);
        for (LastUsage category : categories.values()) {
            if (category.isRead() || !isUnread) {
                usages.add(category.get());
            }
        }
        boolean hasTotal = !total.isEmpty() && (total.isRead() || !coverage.isUnread(USAGE_TOTAL));
        Snapshot last = new Snapshot(
                end,
                List.copyOf(usages),
                hasTotal ? total.get() : sum(usages),
                exactPeaks,
                untrackedBlocks,
                unknownFrees,
                overheadBytes,
                freedElsewhere,
                0,
                Snapshot.UNKNOWN,
                coverage);
        boolean fromSamples = sites.isEmpty() && !samples.sites().isEmpty();
        // An emission begins with what says how complete it is, also when no site follows.
        List<SiteUsage> found = fromSamples ? samples.live(end) : sites.last(trackingTime);
        Instant sitesTime = fromSamples || sites.isEmpty() ? end : sites.time();
        return new RecordedMemory(
                begin,
                end,
                new MemoryReading(
                        last,
                        bounded(found, sitesTime, last),
                        resident.get(),
                        handles.get(),
                        pools.get(trackingTime, Math.max(0, samplingInterval), lostSamples, last.coverage()),
                        scopes.get(trackingTime)),
                !trackingTime.equals(Instant.MIN),
                sitesTime,
                fromSamples,
                handles.time() == null ? end : handles.time(),
                cutOff,
                failedEmissions);
    }

    /**
     * Returns the readings of resident memory with what is known beside their lines.
     *
     * @param last the last figures
     */
    RecordedResident resident(MemoryReading last) {
        ResidentReading reading = resident.reading(last.snapshot(), last.sites());
        return reading == null ? RecordedResident.NONE : new RecordedResident(reading, resident.earlier());
    }
}
