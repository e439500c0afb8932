package io.nmt.jfr;

import io.nmt.report.model.JvmReading;
import io.nmt.report.model.Statement;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.reading.ResidentReading;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;

/** Writes real recordings with events of known figures. */
public final class WrittenRecording implements AutoCloseable {
    private String freedBy;
    private final Recording recording = new Recording();
    private final Path file;

    /** Begins a recording. */
    public WrittenRecording(Path file) {
        this.file = file;
        recording.start();
    }

    public void usage(String type, long reserved, long committed, long count) {
        NativeMemoryUsage event = new NativeMemoryUsage();
        event.type = type;
        event.reserved = reserved;
        event.committed = committed;
        event.count = count;
        event.commit();
    }

    public void total(long reserved, long committed, long count) {
        NativeMemoryUsageTotal event = new NativeMemoryUsageTotal();
        event.reserved = reserved;
        event.committed = committed;
        event.count = count;
        event.commit();
    }

    public void peak(String type, long peakCommitted, long countAtPeak) {
        NativeMemoryUsagePeak event = new NativeMemoryUsagePeak();
        event.type = type;
        event.peakReserved = peakCommitted;
        event.peakCommitted = peakCommitted;
        event.countAtPeak = countAtPeak;
        event.commit();
    }

    public void tracking(long untrackedBlocks, long unknownFrees) {
        NativeMemoryTracking event = new NativeMemoryTracking();
        event.untrackedBlocks = untrackedBlocks;
        event.unknownFrees = unknownFrees;
        event.exactPeaks = true;
        event.overhead = 100_000;
        event.samplingInterval = 4096;
        event.lostSamples = 5;
        event.commit();
    }

    public void trackedAfter(long nanos) {
        NativeMemoryTracking event = new NativeMemoryTracking();
        event.trackedAfter = nanos;
        event.commit();
    }

    public void process(HistoryPoint point) {
        ProcessMemoryEvents.write(point);
    }

    public void jvm(JvmReading reading) {
        JvmMemoryEvents.emit(reading);
    }

    public void threads(String name, long live) {
        StartedThreadsEvent event = new StartedThreadsEvent();
        event.rank = 1;
        event.threadName = name;
        event.live = live;
        event.topFrame = "com.acme.Jobs.start(Jobs.java:1)";
        event.stack = event.topFrame;
        event.commit();
    }

    public void growth(List<Statement> statements, long nowMillis) {
        GrowthEvents.emit(statements, nowMillis);
    }

    public void notTracked(String categories) {
        NativeMemoryTracking event = new NativeMemoryTracking();
        event.notTracked = categories;
        event.commit();
    }

    public void site(int rank, int site, String type, String stack, long liveBytes, long count) {
        site(rank, site, type, stack, liveBytes, count, false);
    }

    public void site(int rank, int site, String type, String stack, long liveBytes, long count, boolean pool) {
        NativeMemorySite event = new NativeMemorySite();
        event.rank = rank;
        event.site = site;
        event.type = type;
        event.topFrame = stack.split("; ")[0];
        event.stack = stack;
        event.liveBytes = liveBytes;
        event.standardError = liveBytes / 10;
        event.count = count;
        event.peak = 2 * liveBytes;
        event.oldestAge = 5_000_000_000L;
        event.pool = pool;
        event.freedBy = freedBy;
        event.commit();
    }

    /** The label of a constant of {@code FreedBy}, for the sites that follow. */
    public void freedBy(String label) {
        freedBy = label;
    }

    public void handles(String className, long created, long closed, long collected, String stack) {
        NativeHandles event = new NativeHandles();
        event.className = className;
        event.live = created - closed - collected;
        event.created = created;
        event.closed = closed;
        event.collected = collected;
        event.standardError = 3;
        event.oldestAge = 7_000_000_000L;
        if (!stack.isEmpty()) {
            event.topFrame = stack.split("; ")[0];
            event.stack = stack;
            event.siteLive = event.live / 2;
            event.siteOldestAge = 6_000_000_000L;
            event.siteGrowth = 11;
            event.siteGrowthError = 2;
            event.siteGrowingFor = 5_000_000_000L;
        }
        event.commit();
    }

    public void scope(int rank, String scope, long liveBytes, long allocated) {
        NativeMemoryScope event = new NativeMemoryScope();
        event.rank = rank;
        event.scope = scope;
        event.liveBytes = liveBytes;
        event.standardError = 3;
        event.count = 2;
        event.allocated = allocated;
        event.allocatedError = 5;
        event.oldestAge = 7_000_000_000L;
        event.mostAt = "com.acme.Codec.encode(Codec.java:12)";
        event.mostAtBytes = liveBytes / 2;
        event.commit();
    }

    public void pool(int rank, String allocator, long chunks, long chunkBytes, long inUse) {
        PoolUsage event = new PoolUsage();
        event.rank = rank;
        event.allocator = allocator;
        event.type = "Direct Buffer";
        event.chunks = chunks;
        event.chunkBytes = chunkBytes;
        event.inUse = inUse;
        event.cached = 7;
        event.free = chunkBytes - inUse - 7;
        event.halfEmptyChunks = -1;
        event.arenas = 2;
        event.threadCaches = 3;
        event.commit();
    }

    public void pooledSite(int rank, int site, String stack, long liveBytes, String lastIn) {
        PooledBufferSite event = new PooledBufferSite();
        event.rank = rank;
        event.type = "Netty Pooled Buffer";
        event.site = site;
        event.topFrame = stack.split("; ")[0];
        event.stack = stack;
        event.liveBytes = liveBytes;
        event.standardError = 10;
        event.count = 4;
        event.peak = 2 * liveBytes;
        event.oldestAge = 6_000_000_000L;
        event.lost = 64;
        event.gone = 32;
        event.lastIn = lastIn;
        event.growth = 11;
        event.growthError = 2;
        event.growingFor = 5_000_000_000L;
        event.judgedIn = 0;
        event.commit();
    }

    public void allocator(int rank, String name, int depth, long bytes, long limit) {
        NamedAllocator event = new NamedAllocator();
        event.rank = rank;
        event.library = "Arrow";
        event.name = name;
        event.depth = depth;
        event.bytes = bytes;
        event.peak = 2 * bytes;
        event.limit = limit;
        event.commit();
    }

    public void resident(int reading, String component, long resident) {
        ResidentMemoryComponent event = new ResidentMemoryComponent();
        event.reading = reading;
        event.component = component;
        event.reserved = 10 * resident;
        event.committed = 2 * resident;
        event.resident = resident;
        event.accuracy = "at most";
        event.commit();
    }

    /** A whole reading, as the process writes it. */
    public void resident(int number, ResidentReading reading) {
        FactsEvents.emitFacts(number, reading);
        FactsEvents.emitFiles(number, reading.files());
        ResidentEvents.emit(number, reading.memory());
    }

    public void pressure(String cause, long usage, long limit) {
        MemoryPressureEvents.write(cause, usage, limit, null, 0, null, null);
    }

    public void allocated(int site, String type, long address, long bytes, double weight) {
        NativeAllocationSample event = new NativeAllocationSample();
        fill(event, site, type, address, bytes, weight);
        event.commit();
    }

    public void freed(int site, String type, long address, long bytes, double weight) {
        NativeFreeSample event = new NativeFreeSample();
        fill(event, site, type, address, bytes, weight);
        event.commit();
    }

    private static void fill(SampleEvent event, int site, String type, long address, long bytes, double weight) {
        event.type = type;
        event.site = site;
        event.address = address;
        event.size = bytes;
        event.weight = Math.round(bytes * weight);
    }

    /** Ends the recording. */
    @Override
    public void close() throws IOException {
        recording.stop();
        recording.dump(file);
        recording.close();
    }
}
