package io.nmt.agent.golden;

import static io.nmt.agent.golden.Fixed.KB;
import static io.nmt.agent.golden.Fixed.MB;
import static io.nmt.agent.golden.Fixed.MINUTE;
import static io.nmt.agent.golden.Fixed.NOW;
import static io.nmt.agent.golden.Fixed.SECOND;
import static io.nmt.agent.golden.Fixed.category;
import static io.nmt.agent.golden.Fixed.grows;
import static io.nmt.agent.golden.Fixed.handles;
import static io.nmt.agent.golden.Fixed.holds;
import static io.nmt.agent.golden.Fixed.site;
import static io.nmt.agent.golden.Fixed.usage;

import io.nmt.core.model.AllocatorUsage;
import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.Details;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.LateStart;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.MappedFile;
import io.nmt.core.model.NotTracked;
import io.nmt.core.model.Pool;
import io.nmt.core.model.PoolDetails;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.SizeClass;
import io.nmt.core.model.Snapshot;
import io.nmt.core.model.ThreadUsage;
import io.nmt.core.model.ZipStream;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.CgroupFigure;
import io.nmt.report.model.CgroupMemory;
import io.nmt.report.model.Component;
import io.nmt.report.model.MallocUsage;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryEvent;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.reading.ResidentReading;
import io.nmt.report.reading.division.HugePages;
import io.nmt.report.reading.sources.DirectBuffers;
import io.nmt.report.reading.sources.Limits;
import java.util.List;
import java.util.Map;

/** The processes whose output is kept. Together they make the builders say most of their sentences. */
public final class Situations {
    private static final String ALLOCATE = "java.nio.ByteBuffer.allocateDirect:332";
    private static final String INFLATE = "java.util.zip.Inflater.<init>:120";
    private static final int POINTS = 120;
    private static final long POINT_MILLIS = 10_000;
    private static final Coverage FROM_START = new Coverage(true, null, List.of());

    private static final Site CACHE =
            site(1, "Direct Buffer", FreedBy.COLLECTOR, ALLOCATE, "Cache.put:42", "Server.handle:17", "Main.main:5");
    private static final Site CACHE_OF_JOBS =
            site(7, "Direct Buffer", FreedBy.COLLECTOR, ALLOCATE, "Cache.put:42", "Jobs.run:88");
    private static final Site COMPRESSOR = site(2, "Zip", FreedBy.COLLECTOR, INFLATE, "Compressor.begin:31");
    private static final Site INDEX = site(3, "Unsafe", FreedBy.PROGRAM, "Index.grow:77", "Index.add:12");
    private static final Site SEGMENTS = site(4, "Mapped File", FreedBy.UNKNOWN, "Segments.slice:9");
    private static final Site SCRATCH = site(5, "Direct Buffer", FreedBy.COLLECTOR, ALLOCATE, "Scratch.of:3");
    private static final Site STARTUP = site(6, "Unsafe", FreedBy.PROGRAM, "Startup.table:200");

    private Situations() {}

    /** All, in the order of the golden folders. */
    public static List<Situation> all() {
        return List.of(quiet(), twoLeaks(), lost(), late(), nearLimit());
    }

    /** A process that holds little, and in which nothing grows. */
    public static Situation quiet() {
        Snapshot snapshot = snapshot(
                List.of(
                        category(Category.DIRECT_BUFFER, 3 * MB, 12, 4 * MB, 15),
                        category(Category.NIO_INTERNAL, 40 * KB, 9, 48 * KB, 11),
                        category(Category.UNSAFE, 0, 0, 700 * KB, 3)),
                5 * MB,
                FROM_START);
        List<SiteUsage> sites = List.of(holds(SCRATCH, 2 * MB, 0, 8, 50 * MINUTE), holds(CACHE, MB, 0, 4, 20 * MINUTE));
        ResidentReading resident = Resident.ofJvm(120)
                .category(Category.DIRECT_BUFFER, 3, 3)
                .rest(30, 4, 2, 5, 0)
                .reading(snapshot);
        return new Situation(
                "quiet",
                snapshot,
                new Details(List.of(), List.of(), List.of(), List.of()),
                sites,
                new LeaksByLine(new Leaks(MINUTE, List.of(), sites, List.of(), 0)),
                new PoolReading(NOW, List.of(), List.of(), List.of(), new Sampling(512 * KB, 0, FROM_START)),
                List.of(),
                new Sampling(1, 0, FROM_START),
                resident,
                Resident.earlier(resident, 3),
                history(snapshot, sites, resident));
    }

    /** A process that leaks direct buffers and zip streams, native handles and buffers of a pool. */
    public static Situation twoLeaks() {
        Snapshot snapshot = snapshot(
                List.of(
                        category(Category.DIRECT_BUFFER, 340 * MB, 3_300, 341 * MB, 3_310),
                        category(Category.NIO_TEMPORARY_BUFFER, 2 * MB, 6, 3 * MB, 9),
                        category(Category.UNSAFE, 48 * MB, 1_234_567, 50 * MB, 1_250_000),
                        category(Category.JNA, 24 * MB, 96, 24 * MB, 96),
                        new CategoryUsage("Mapped File", 65 * MB, 64 * MB, 3, 70 * MB, 69 * MB, 4),
                        category(Category.ZIP, 36 * MB, 900, 36 * MB, 900)),
                519 * MB,
                FROM_START);
        SiteUsage cache = grows(CACHE, 200 * MB, 3 * MB, 2_000, 10 * MB, 200 * KB, 14 * MINUTE);
        SiteUsage jobs = grows(CACHE_OF_JOBS, 100 * MB, 2 * MB, 1_000, 5 * MB, 150 * KB, 14 * MINUTE);
        SiteUsage line = grows(CACHE, 300 * MB, 4 * MB, 3_000, 15 * MB, 300 * KB, 14 * MINUTE);
        SiteUsage compressor = grows(COMPRESSOR, 36 * MB, 0, 900, 2 * MB, 0, 15 * MINUTE);
        SiteUsage segments = grows(SEGMENTS, 24 * MB, MB, 96, 3 * MB, 400 * KB, 5 * MINUTE);
        SiteUsage scratch = grows(SCRATCH, 20 * MB, MB, 200, 4 * MB, 300 * KB, 4 * MINUTE);
        SiteUsage unsteady = usage(INDEX, 40 * MB, 2 * MB, 1_200_000, 30 * MINUTE, MB, 200 * KB, 0, 0);
        SiteUsage early = usage(STARTUP, 8 * MB, MB, 34_567, 2 * MINUTE, 5 * MB, 4 * MB, 0, 90 * SECOND);
        Leaks leaks = new Leaks(
                MINUTE, List.of(line, compressor), List.of(segments, scratch, unsteady, early), List.of(chunks()), 0);
        Resident resident = Resident.ofJvm(140)
                .category(Category.DIRECT_BUFFER, 340, 330)
                .category(Category.NIO_TEMPORARY_BUFFER, 2, 2)
                .category(Category.UNSAFE, 48, 40)
                .category(Category.JNA, 24, 24)
                .category(Category.MAPPED_FILE, 64, 20)
                .line("Zip", Component.CATEGORY, 36, 36, 30, Accuracy.ESTIMATE, "")
                .rest(45, 60, 8, 20, 12)
                .file("/data/index.bin", true, 60, 11, 8, 0, 0)
                .direct(new DirectBuffers(3_306, 342 * MB, 0))
                .limits(new Limits(512 * MB, true, 0, 65_530, false, "always", 0, 0, 0))
                .huge(HugePages.HEAP, 60)
                .profiled(300, "librocksdbjni.so: 6 MB allocated in 30 s and not freed, 12 MB/min")
                .topSite(Category.DIRECT_BUFFER, line.site().toString(), 0.91)
                .topSite(Category.ZIP, compressor.site().toString(), 1.0)
                .topSite(Category.UNSAFE, unsteady.site().toString(), 0.83);
        ResidentReading reading = resident.reading(snapshot);
        List<SiteUsage> sites = List.of(cache, jobs, unsteady, compressor, segments, scratch, early);
        Rise[] rises = {
            new Rise("Direct Buffer", 15 * MB, 10),
            new Rise("Zip", 2 * MB, 15),
            new Rise("Native Libraries malloc", 3 * MB, 12)
        };
        return new Situation(
                "two-leaks",
                snapshot,
                details(),
                sites,
                new LeaksByLine(leaks, Map.of(CACHE.id(), List.of(cache, jobs))),
                pools(FROM_START, true),
                List.of(rocks(), zstd()),
                new Sampling(512 * KB, 0, FROM_START),
                reading,
                Resident.earlier(reading, 12, rises),
                history(snapshot, sites, reading, rises));
    }

    /** A process in which hooks, blocks, samples and frees were missed. */
    public static Situation lost() {
        Coverage coverage = new Coverage(
                true,
                null,
                List.of(
                        NotTracked.ofLostHooks("Unsafe", "from 09:01:02 to 09:03:04"),
                        new NotTracked("Foreign Malloc", "its hooks do not fit this JDK", false),
                        NotTracked.ofPools("Netty", "its classes could not be hooked"),
                        NotTracked.ofHandles("RocksDB", "its classes could not be hooked"),
                        NotTracked.ofFullList("handle classes", 1_234, 4_096)));
        CategoryUsage direct = category(Category.DIRECT_BUFFER, 40 * MB, 400, 60 * MB, 600);
        CategoryUsage unsafe = category(Category.UNSAFE, 90 * MB, 9_000, 90 * MB, 9_000);
        CategoryUsage zip = category(Category.ZIP, 5 * MB, 120, 6 * MB, 140);
        List<CategoryUsage> usages = List.of(unsafe, direct, zip);
        Snapshot snapshot = new Snapshot(
                NOW,
                usages,
                Fixed.total(usages, 150 * MB, 9_700),
                true,
                1_234,
                567,
                2 * MB,
                89,
                32 * MB,
                110 * MB,
                coverage);
        Site others = new Site(0, "Unsafe", List.of(), (Frame) null, false, FreedBy.PROGRAM);
        SiteUsage index = usage(INDEX, 60 * MB, 5 * MB, 6_000, 40 * SECOND, 9 * MB, 2 * MB, 30 * SECOND, 0);
        List<SiteUsage> sites = List.of(index, holds(others, 30 * MB, 4 * MB, 3_000, 5 * MINUTE));
        ResidentReading resident = Resident.ofJvm(90)
                .line("Direct Buffer", Component.CATEGORY, 40, 40, 38, Accuracy.EXACT, "")
                .line(
                        "Unsafe",
                        Component.CATEGORY,
                        90,
                        90,
                        70,
                        Accuracy.BOUNDED,
                        "malloc has only 110 MB in use: native code has freed blocks")
                .line("Zip", Component.CATEGORY, 5, 5, 4, Accuracy.ESTIMATE, "")
                .rest(40, 0, 6, 14, 90)
                .malloc(new MallocUsage(110 * MB, 14 * MB, 20 * MB, List.of()), "jemalloc", 0)
                .line(Component.JVM_ROUNDING, 3, 3, 3, Accuracy.ESTIMATE, "")
                .hotSpotTracking()
                .mappings(60_000)
                .reading(snapshot);
        Rise[] rises = {new Rise("Unaccounted", 30 * MB, 1), new Rise("Unsafe", 9 * MB, 0.5)};
        return new Situation(
                "lost",
                snapshot,
                new Details(List.of(), List.of(), List.of(), List.of()),
                sites,
                new LeaksByLine(new Leaks(MINUTE, List.of(), sites, List.of(), 0)),
                new PoolReading(NOW, List.of(), List.of(), List.of(), new Sampling(512 * KB, 77, coverage)),
                List.of(),
                new Sampling(512 * KB, 77, coverage),
                resident,
                Resident.earlier(resident, 1, rises),
                history(snapshot, sites, resident, rises));
    }

    /** A process to which the agent was attached two minutes ago, three hours after its start. */
    public static Situation late() {
        Coverage coverage = new Coverage(
                false,
                new LateStart(NOW.minusSeconds(120), 180 * MINUTE),
                List.of(new NotTracked("Mapped File", "mapped by method handles before tracking began", true)));
        Snapshot snapshot = new Snapshot(
                NOW,
                List.of(category(Category.DIRECT_BUFFER, 12 * MB, 30, 13 * MB, 31)),
                Fixed.total(List.of(category(Category.DIRECT_BUFFER, 12 * MB, 30, 13 * MB, 31)), 13 * MB, 31),
                false,
                0,
                4_321,
                90 * KB,
                0,
                0,
                Snapshot.UNKNOWN,
                coverage);
        SiteUsage cache = usage(CACHE, 12 * MB, MB, 30, 110 * SECOND, 6 * MB, 5 * MB, 0, 45 * SECOND);
        List<SiteUsage> sites = List.of(cache);
        ResidentReading resident = Resident.ofJvm(110)
                .category(Category.DIRECT_BUFFER, 12, 12)
                .line(Component.BEFORE_TRACKING, 300, 300, 260, Accuracy.EXACT, "")
                .rest(40, 120, 9, 15, 0)
                .file("/tmp/session-3 (deleted)", false, 70, 6, 3, 0, 0)
                .direct(new DirectBuffers(2_500, 240 * MB, 228 * MB))
                .reading(snapshot);
        return new Situation(
                "late",
                snapshot,
                new Details(List.of(), List.of(), List.of(), List.of()),
                sites,
                new LeaksByLine(new Leaks(40 * SECOND, List.of(), sites, List.of(), 45 * SECOND)),
                pools(coverage, false),
                List.of(),
                new Sampling(512 * KB, 0, coverage),
                resident,
                List.of(),
                new History());
    }

    /** A process near its container's limit, of which malloc keeps much that was freed. */
    public static Situation nearLimit() {
        Snapshot snapshot = snapshot(
                List.of(
                        category(Category.DIRECT_BUFFER, 60 * MB, 60, 250 * MB, 250),
                        category(Category.MAPPED_FILE, 400 * MB, 2, 400 * MB, 2),
                        category(Category.UNSAFE, 100 * MB, 100, 400 * MB, 5_000),
                        category(Category.ZIP, 47 * MB, 1_175, 47 * MB, 1_175)),
                640 * MB,
                FROM_START);
        SiteUsage compressor = grows(COMPRESSOR, 47 * MB, 0, 1_175, 3 * MB, 0, 15 * MINUTE);
        List<SiteUsage> steady = List.of(
                holds(INDEX, 100 * MB, 6 * MB, 100, 120 * MINUTE), holds(CACHE, 60 * MB, 5 * MB, 60, 90 * MINUTE));
        List<SiteUsage> sites = List.of(steady.get(0), steady.get(1), compressor);
        List<MallocUsage.Arena> arenas = List.of(
                new MallocUsage.Arena(0, 360 * MB, 150 * MB),
                new MallocUsage.Arena(1, 68 * MB, 40 * MB),
                new MallocUsage.Arena(2, 30 * MB, MB));
        ResidentReading resident = Resident.ofJvm(640, 320)
                .category(Category.DIRECT_BUFFER, 60, 60)
                .category(Category.UNSAFE, 100, 20)
                .category(Category.MAPPED_FILE, 400, 220)
                .line("Zip", Component.CATEGORY, 47, 47, 47, Accuracy.ESTIMATE, "")
                .rest(60, 10, 20, 191, 3)
                .file("/dev/shm/ring.dat", true, 200, 0, 0, 180, 0)
                .file("/data/index.bin", true, 200, 30, 10, 0, 0)
                .file("/tmp/spool-17 (deleted)", false, 90, 5, 25, 0, 0)
                .malloc(new MallocUsage(297 * MB, 191 * MB, 30 * MB, arenas), "glibc", 18)
                .heap(Resident.jvm(640, 310, 340, 300, true))
                .limits(new Limits(64 * MB, true, 1330 * MB, 65_530, true, "always", 0, 0, 0))
                .direct(new DirectBuffers(60, 60 * MB, 0))
                .huge(HugePages.MALLOC, 40)
                .huge(HugePages.STACKS, 2)
                .trimmed(600, 90, 200)
                .container(1320, 110, 330)
                .peak(1190)
                .topSite(Category.UNSAFE, sites.get(0).site().toString(), 1.0)
                .reading(snapshot);
        Rise[] rises = {new Rise("Zip", 3 * MB, 15), new Rise(Component.MALLOC_FREE.label(), MB, 15)};
        return new Situation(
                "near-limit",
                snapshot,
                new Details(
                        List.of(),
                        List.of(
                                new MappedFile(
                                        "/dev/shm/ring.dat", 1 << 20, 200 * MB, "rw", 180 * MB, 2 * MINUTE, "ring"),
                                new MappedFile("/data/index.bin", 2 << 20, 200 * MB, "r", 40 * MB, MINUTE, "main")),
                        List.of(),
                        List.of(new ThreadUsage(21, "acme-io-1", 30 * MB, 1), new ThreadUsage(22, "acme-io-2", MB, 1))),
                sites,
                new LeaksByLine(new Leaks(MINUTE, List.of(compressor), steady, List.of(), 0)),
                new PoolReading(NOW, List.of(), List.of(), List.of(), new Sampling(512 * KB, 0, FROM_START)),
                List.of(),
                new Sampling(4 * MB, 0, FROM_START),
                resident,
                Resident.earlier(resident, 8, rises),
                history(snapshot, sites, resident, rises));
    }

    private static Snapshot snapshot(List<CategoryUsage> usages, long peakBytes, Coverage coverage) {
        CategoryUsage total = Fixed.total(usages, peakBytes, 1_000);
        return new Snapshot(NOW, usages, total, false, 0, 4, 300 * KB, 0, 0, Snapshot.UNKNOWN, coverage);
    }

    private static SiteUsage chunks() {
        Site site = site(
                8,
                "Direct Buffer",
                FreedBy.PROGRAM,
                ALLOCATE,
                "io.netty.buffer.PoolArena$DirectArena.newChunk:600",
                "Codec.encode:12");
        Site pool = new Site(8, site.category(), site.frames(), site.leading(), true, site.freedBy());
        return grows(pool, 16 * MB, 0, 4, MB, 0, 6 * MINUTE);
    }

    private static Details details() {
        return new Details(
                List.of(
                        new Pool("io.netty.buffer.PooledByteBufAllocator", "Direct Buffer", 4, 16 * MB, 9 * MB),
                        new Pool("io.netty.buffer.AdaptiveByteBufAllocator", null, 2, 40 * MB, Pool.UNKNOWN)),
                List.of(
                        new MappedFile("/data/index.bin", 1 << 20, 60 * MB, "r", 19 * MB, 30 * MINUTE, "main"),
                        new MappedFile("/data/log.bin", 2 << 20, 3 * MB, "rw", -1, MINUTE, "acme-io-1"),
                        new MappedFile(MappedFile.ANONYMOUS, 3 << 20, MB, "", MB, SECOND, "acme-io-1")),
                List.of(
                        new ZipStream(40 * KB, 20 * MINUTE, "acme-worker-1"),
                        new ZipStream(266 * KB, 10 * SECOND, "acme-worker-2")),
                List.of(new ThreadUsage(21, "acme-io-1", MB, 2), new ThreadUsage(22, "acme-io-2", MB, 4)));
    }

    private static PoolReading pools(Coverage coverage, boolean growing) {
        Site taken = site(
                16_385,
                "Netty Pooled Buffer",
                FreedBy.PROGRAM,
                "io.netty.buffer.AbstractByteBufAllocator.buffer:100",
                "Codec.encode:12");
        Site other = site(16_386, "Netty Pooled Buffer", FreedBy.PROGRAM, "Reader.read:8");
        PooledSite leak = new PooledSite(
                growing
                        ? grows(taken, 8 * MB, MB, 80, MB, 100 * KB, 6 * MINUTE)
                        : usage(taken, 8 * MB, MB, 80, 100 * SECOND, MB, MB, 0, 30 * SECOND),
                growing ? 2 * MB : 0,
                0,
                new PooledSite.Users(
                        List.of(
                                new PooledSite.Holder("com.acme.Audit", 4 * MB),
                                new PooledSite.Holder("com.acme.Codec", MB)),
                        List.of(new PooledSite.Holder("com.acme.Audit", 3 * MB)),
                        List.of(new PooledSite.Holder("com.acme.Splitter", MB))),
                growing
                        ? new PooledSite.Users(List.of(new PooledSite.Holder("com.acme.Audit", 2 * MB)), List.of())
                        : PooledSite.UNKNOWN);
        PooledSite level = new PooledSite(
                holds(other, MB, 300 * KB, 9, 3 * MINUTE), 0, MB, PooledSite.UNKNOWN, PooledSite.UNKNOWN);
        return new PoolReading(
                NOW,
                List.of(
                        new PoolDetails(
                                new Pool("io.netty.buffer.PooledByteBufAllocator", "Direct Buffer", 4, 16 * MB, 9 * MB),
                                6 * MB,
                                MB,
                                3,
                                2,
                                4,
                                List.of(new SizeClass(2 * KB, 900, 1_800), new SizeClass(64 * KB, 90, Pool.UNKNOWN))),
                        new PoolDetails(
                                new Pool("io.netty.buffer.AdaptiveByteBufAllocator", null, 2, 40 * MB, Pool.UNKNOWN),
                                Pool.UNKNOWN,
                                Pool.UNKNOWN,
                                Pool.UNKNOWN,
                                Pool.UNKNOWN,
                                Pool.UNKNOWN)),
                growing
                        ? List.of(
                                new AllocatorUsage("Arrow", "ROOT", 0, 30 * MB, 40 * MB, Long.MAX_VALUE),
                                new AllocatorUsage("Arrow", "query-7", 1, 19 * MB, 20 * MB, 20 * MB))
                        : List.of(),
                List.of(leak, level),
                new Sampling(512 * KB, 0, coverage));
    }

    private static HandleUsage rocks() {
        Site opens = site(101, "Handle", FreedBy.PROGRAM, "org.rocksdb.RocksDB.newIterator:2000", "Store.scan:6");
        Site keeps = site(102, "Handle", FreedBy.PROGRAM, "Store.open:30");
        return new HandleUsage(
                "org.rocksdb.RocksIterator",
                12_345,
                11_600,
                5,
                2,
                40 * MINUTE,
                List.of(handles(opens, 700, 30, 5, 60, 4, 11 * MINUTE), handles(keeps, 40, 6, 0, 0, 1, 0)));
    }

    private static HandleUsage zstd() {
        Site site = site(103, "Handle", FreedBy.PROGRAM, "Archive.write:55");
        return new HandleUsage(
                "com.github.luben.zstd.ZstdCompressCtx",
                500,
                300,
                150,
                0,
                8 * MINUTE,
                List.of(handles(site, 50, 0, 150, 0, 0, 0)));
    }

    /** Twenty minutes that end with the readings: what rises has less before. */
    private static History history(Snapshot snapshot, List<SiteUsage> sites, ResidentReading reading, Rise... rises) {
        History history = new History();
        List.of(CACHE, COMPRESSOR, INDEX).forEach(history::name);
        ResidentMemory memory = reading.memory();
        long start = NOW.toEpochMilli() - POINTS * POINT_MILLIS;
        for (int i = 0; i <= POINTS; i++) {
            double minutesAgo = (POINTS - i) * POINT_MILLIS / 60_000.0;
            long rising = Rise.less(rises, minutesAgo, line -> true);
            long rss = memory.rssBytes() - rising + i % 12 * MB / 4;
            long tracked =
                    snapshot.total().committed() - Rise.less(rises, minutesAgo, line -> isCategory(snapshot, line));
            HistoryPoint.Builder point = new HistoryPoint.Builder(start + i * POINT_MILLIS)
                    .set(HistoryFigure.RSS, rss, rss + MB)
                    .set(HistoryFigure.ANONYMOUS, memory.pages().anonymousBytes() - rising)
                    .set(HistoryFigure.FILES, memory.rssBytes() - memory.pages().anonymousBytes())
                    .set(HistoryFigure.HEAP_USED, reading.facts().jvm().heapUsedBytes() + i % 12 * MB)
                    .set(HistoryFigure.HEAP, reading.facts().jvm().heapCommittedBytes())
                    .set(HistoryFigure.THREADS, memory.threads())
                    .set(HistoryFigure.FULL_COLLECTIONS, i / 20)
                    .set(HistoryFigure.TRACKED, tracked)
                    .set(HistoryFigure.BLOCKS, tracked / 100_000);
            if (!memory.cgroup().equals(CgroupMemory.NONE)) {
                point.set(HistoryFigure.CGROUP, memory.cgroup().countedBytes() - rising)
                        .set(HistoryFigure.LIMIT, memory.cgroup().get(CgroupFigure.LIMIT));
            }
            for (CategoryUsage usage : snapshot.categories()) {
                long bytes = usage.committed() - Rise.less(rises, minutesAgo, usage.category()::equals);
                point.category(
                        Category.find(usage.category()).id(), new HistoryPoint.Usage(bytes, usage.count(), bytes));
            }
            for (Site site : List.of(CACHE, COMPRESSOR, INDEX)) {
                long bytes = sites.stream()
                        .filter(usage -> usage.site().toString().equals(site.toString()))
                        .mapToLong(SiteUsage::liveBytes)
                        .sum();
                if (bytes > 0) {
                    point.site(site.id(), bytes - Rise.less(rises, minutesAgo, site.category()::equals));
                }
            }
            history.add(point.build());
        }
        history.happened(
                new HistoryEvent(start + 3 * POINT_MILLIS, HistoryEvent.Kind.COLLECTION, "a baseline was taken"));
        history.happened(new HistoryEvent(
                start + 90 * POINT_MILLIS,
                HistoryEvent.Kind.TRIM,
                "malloc released its retained memory ('rss --trim')"));
        return history;
    }

    private static boolean isCategory(Snapshot snapshot, String line) {
        return snapshot.categories().stream().anyMatch(usage -> usage.category().equals(line));
    }
}
