package io.nmt.testkit.plants;

import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;

/** The rows of the truth table whose past is fixed: of these, all surfaces say the same, and the truth. */
public final class FixedPlants {
    private static final long MB = 1 << 20;
    private static final int AN_HOUR = 360;
    private static final long BYTES_OF_STRING = 104; // in the past
    private static final long BYTES_OF_TABLE = 43; // of these
    private static final long MINUTE = 60_000_000_000L;

    private FixedPlants() {}

    /** A line of code that grows for five minutes. */
    public static SiteUsage leaks(Site site, long bytes, long perMinute) {
        return usage(site, bytes, 6 * MINUTE, perMinute, 5 * MINUTE);
    }

    /** A line of code that holds bytes and does not grow. */
    public static SiteUsage holds(Site site, long bytes) {
        return usage(site, bytes, 20 * MINUTE, 0, 0);
    }

    private static SiteUsage usage(Site site, long bytes, long oldestNanos, long perMinute, long growingNanos) {
        return new SiteUsage(
                site,
                bytes,
                0,
                100,
                40,
                bytes + bytes / 8,
                oldestNanos,
                perMinute,
                growingNanos > 0,
                List.of("acme-worker-1", "acme-worker-2"),
                0,
                growingNanos,
                0);
    }

    /** As fast as a megabyte at each point: six a minute. */
    private static long risen(int i) {
        return i * MB;
    }

    private static final String CACHE_LEAKS = "LEAK com.acme.Cache.put(Cache.java:42)";
    private static final String INDEX_LEAKS = "LEAK com.acme.Index.add(Index.java:12)";
    private static final String CACHE_HELD = "HELD com.acme.Cache.put(Cache.java:42)";
    private static final String INDEX_HELD = "HELD com.acme.Index.add(Index.java:12)";
    private static final String CACHE_GROWS = "GROWING com.acme.Cache.put(Cache.java:42)";
    private static final String STREAM_GROWS = "GROWING com.acme.Compressor.begin(Compressor.java:31)";
    private static final String RSS = "GROWING RSS";
    private static final String REST = "UNKNOWN rest of RSS growth";
    private static final String HEAP = "NORMAL Java Heap";
    private static final String NOTHING = "NORMAL growth";

    private static final String METASPACE = "GROWING Metaspace with class space";
    private static final String CODE = "GROWING Compiled code";
    private static final String STRINGS = "GROWING Interned strings";
    private static final String SYMBOLS = "GROWING Symbols";
    private static final String FILES = "GROWING Mapped Files";
    private static final String THREADS = "GROWING Threads";
    private static final String UNKNOWN = "UNKNOWN growth";

    /** Returns all rows. */
    public static Stream<FixedPlant> all() {
        IntToLongFunction often = i -> i / 30;
        List<SiteUsage> quiet = List.of(holds(FixedPast.CACHE, 8 * MB), holds(FixedPast.INDEX, 4 * MB));
        return Stream.of(
                new FixedPlant("nothing", FixedPast.of(AN_HOUR), quiet, List.of(NOTHING), 0),
                new FixedPlant(
                        "two leaks",
                        FixedPast.of(60)
                                .cache(i -> risen(2 * i))
                                .index(FixedPlants::risen)
                                .collections(often),
                        List.of(leaks(FixedPast.CACHE, 120 * MB, 12 * MB), leaks(FixedPast.INDEX, 60 * MB, 6 * MB)),
                        List.of(CACHE_LEAKS, INDEX_LEAKS, RSS),
                        12 * MB),
                new FixedPlant(
                        "a leak that samples do not tell yet",
                        FixedPast.of(60).index(FixedPlants::risen),
                        quiet,
                        List.of(INDEX_LEAKS, RSS),
                        6 * MB),
                new FixedPlant(
                        "a leak whose heap is never collected",
                        FixedPast.of(60).cache(FixedPlants::risen),
                        List.of(leaks(FixedPast.CACHE, 60 * MB, 6 * MB)),
                        List.of(CACHE_GROWS, RSS),
                        6 * MB),
                new FixedPlant(
                        "garbage zip streams",
                        FixedPast.of(60).stream(FixedPlants::risen),
                        List.of(holds(FixedPast.STREAM, 60 * MB)),
                        List.of(STREAM_GROWS, RSS),
                        6 * MB),
                new FixedPlant(
                        "a leak of 90 s, by its samples alone",
                        FixedPast.of(9).index(FixedPlants::risen),
                        List.of(leaks(FixedPast.INDEX, 9 * MB, 6 * MB)),
                        List.of(INDEX_LEAKS),
                        6 * MB),
                new FixedPlant(
                        "files in memory grow beside the process",
                        FixedPast.of(60).container(FixedPlants::risen),
                        quiet,
                        List.of("GROWING Container memory"),
                        6 * MB),
                new FixedPlant(
                        "a leak in a container",
                        FixedPast.of(60).index(FixedPlants::risen).container(i -> 10 * MB),
                        List.of(leaks(FixedPast.INDEX, 60 * MB, 6 * MB)),
                        List.of(INDEX_LEAKS, RSS),
                        6 * MB),
                new FixedPlant(
                        "a cache that fills and stops",
                        FixedPast.of(AN_HOUR).cache(i -> risen(Math.min(i, 90))),
                        quiet,
                        List.of(CACHE_HELD, NOTHING),
                        0),
                new FixedPlant(
                        "a leak that a collection left, without traffic for 45 minutes",
                        FixedPast.of(AN_HOUR).cache(i -> risen(Math.min(i, 90))).collections(i -> i / 80),
                        quiet,
                        List.of(CACHE_LEAKS),
                        0),
                new FixedPlant(
                        "a sawtooth", FixedPast.of(AN_HOUR).cache(i -> risen(i % 24)), quiet, List.of(NOTHING), 0),
                new FixedPlant(
                        "a leak that begins after two hours",
                        FixedPast.of(2 * AN_HOUR + 30).index(i -> 4 * MB + risen(Math.max(0, i - 2 * AN_HOUR))),
                        quiet,
                        List.of(INDEX_LEAKS, RSS),
                        6 * MB),
                new FixedPlant(
                        "a leak under a heap that grows",
                        FixedPast.of(60).index(FixedPlants::risen).heap(i -> 64 * MB + risen(3 * i)),
                        List.of(leaks(FixedPast.INDEX, 60 * MB, 6 * MB)),
                        List.of(INDEX_LEAKS, HEAP, RSS),
                        6 * MB),
                new FixedPlant(
                        "class loaders",
                        FixedPast.of(60).metaspace(i -> 10 * MB + risen(2 * i)),
                        quiet,
                        List.of(METASPACE, RSS),
                        12 * MB),
                new FixedPlant(
                        "class loaders, with names in malloc's memory",
                        FixedPast.of(60).metaspace(i -> 10 * MB + risen(3 * i)).others(i -> 30 * MB + risen(i)),
                        quiet,
                        List.of(METASPACE, RSS),
                        18 * MB),
                new FixedPlant(
                        "compiled code",
                        FixedPast.of(60).code(i -> 12 * MB + risen(i)),
                        quiet,
                        List.of(CODE, RSS),
                        6 * MB),
                new FixedPlant(
                        "interned strings, with their heap",
                        FixedPast.of(60).strings(i -> 10 * MB + risen(3 * i)).heap(i -> 64 * MB + risen(2 * i)),
                        quiet,
                        List.of(STRINGS, RSS),
                        18 * MB * BYTES_OF_TABLE / BYTES_OF_STRING),
                new FixedPlant(
                        "symbols of proxies",
                        FixedPast.of(60).symbols(i -> 3 * MB + risen(i)),
                        quiet,
                        List.of(SYMBOLS, RSS),
                        6 * MB),
                new FixedPlant(
                        "code that warms up",
                        FixedPast.of(60).code(i -> 30 * MB - 24 * MB / (1 + i)),
                        quiet,
                        List.of(NOTHING),
                        0),
                new FixedPlant(
                        "classes with their names",
                        FixedPast.of(60).metaspace(i -> 10 * MB + risen(2 * i)).symbols(i -> 3 * MB + risen(i)),
                        quiet,
                        List.of(METASPACE, RSS),
                        12 * MB),
                new FixedPlant(
                        "pages of mapped files",
                        FixedPast.of(60).files(i -> 20 * MB + risen(i)),
                        quiet,
                        List.of(FILES, RSS),
                        6 * MB),
                new FixedPlant(
                        "threads",
                        FixedPast.of(60).threads(i -> 12 + 10 * i).others(i -> 30 * MB + risen(i)),
                        quiet,
                        List.of(THREADS, RSS),
                        60),
                new FixedPlant(
                        "class loaders beside more of native code",
                        FixedPast.of(60).metaspace(i -> 10 * MB + risen(i)).others(i -> 30 * MB + risen(2 * i)),
                        quiet,
                        List.of(METASPACE, RSS, REST),
                        6 * MB),
                new FixedPlant(
                        "a jump of native code",
                        FixedPast.of(60).others(i -> 30 * MB + (i < 48 ? 0 : 40 * MB)),
                        quiet,
                        List.of(UNKNOWN),
                        0),
                new FixedPlant(
                        "commands of ours in a quiet process",
                        FixedPast.of(30).own(i -> i / 2 * (2 * MB)),
                        quiet,
                        List.of(NOTHING),
                        0),
                new FixedPlant(
                        "a cache of Unsafe memory, full for two minutes",
                        FixedPast.of(AN_HOUR).index(i -> 4 * MB + risen(Math.min(i, AN_HOUR - 12))),
                        List.of(leaks(FixedPast.INDEX, 352 * MB, 6 * MB)),
                        List.of(INDEX_HELD, NOTHING),
                        0),
                new FixedPlant(
                        "malloc of native code",
                        FixedPast.of(60).others(i -> 30 * MB + risen(2 * i)),
                        quiet,
                        List.of(RSS, REST),
                        12 * MB),
                new FixedPlant(
                        "a leak beside more of native code",
                        FixedPast.of(60).index(FixedPlants::risen).others(i -> 30 * MB + risen(2 * i)),
                        List.of(leaks(FixedPast.INDEX, 60 * MB, 6 * MB)),
                        List.of(INDEX_LEAKS, RSS, REST),
                        6 * MB));
    }
}
