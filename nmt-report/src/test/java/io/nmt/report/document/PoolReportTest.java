package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.AllocatorUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.LateStart;
import io.nmt.core.model.Pool;
import io.nmt.core.model.PoolDetails;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.SizeClass;
import io.nmt.report.render.ReportText;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolReportTest {
    private static final long MB = 1 << 20;
    private static final long SECOND = 1_000_000_000;
    private static final Sampling SAMPLED = new Sampling(512 << 10, 0, Coverage.UNKNOWN);
    private static final PoolDetails HALF_USED = pool(40 * MB, 20 * MB, 4);

    private static PoolDetails pool(long chunkBytes, long inUseBytes, long halfEmpty) {
        return new PoolDetails(
                new Pool("a.b.PooledByteBufAllocator", "Direct Buffer", 10, chunkBytes, inUseBytes),
                chunkBytes - inUseBytes - MB,
                MB,
                halfEmpty,
                2,
                4);
    }

    private static PooledSite site(long megabytes, long lostMegabytes, boolean growing, long judgedInSeconds) {
        Frame frame = new Frame("com.acme.Codec", "encode", "Codec.java", 12, false);
        Site site = new Site(16_385, "Netty Pooled Buffer", List.of(frame), frame, false, FreedBy.PROGRAM);
        SiteUsage usage = new SiteUsage(
                site,
                megabytes * MB,
                MB,
                megabytes,
                40,
                megabytes * MB,
                90 * SECOND,
                growing ? 3 * MB : 0,
                growing,
                List.of("loop-1"),
                MB / 2,
                growing ? 60 * SECOND : 0,
                judgedInSeconds * SECOND);
        return new PooledSite(
                usage,
                lostMegabytes * MB,
                0,
                new PooledSite.Users(
                        List.of(new PooledSite.Holder("com.acme.Audit", (megabytes - lostMegabytes) * MB / 2)),
                        List.of()),
                new PooledSite.Users(List.of(new PooledSite.Holder("com.acme.Loser", lostMegabytes * MB)), List.of()));
    }

    private static PoolReading reading(List<PoolDetails> pools, List<PooledSite> sites, Sampling sampling) {
        return new PoolReading(Instant.EPOCH, pools, List.of(), sites, sampling);
    }

    @Test
    void allocatorsThatHaveNames() {
        PoolReading reading = new PoolReading(
                Instant.EPOCH,
                List.of(),
                List.of(
                        new AllocatorUsage("Arrow", "ROOT", 0, 30 * MB, 40 * MB, Long.MAX_VALUE),
                        new AllocatorUsage("Arrow", "query-7", 1, 19 * MB, 20 * MB, 20 * MB)),
                List.of(),
                SAMPLED);

        assertThat(ReportText.of(PoolReport.of(reading, 10, false), Scale.MB)).isEqualTo("""
                LIMIT allocator query-7 of Arrow: 19 MB given out, limit 20 MB.

                Allocators, each followed by its children (2)
                Given out   Peak   Limit   Library   Name
                ----------------------------------------------
                     30MB   40MB    none     Arrow   ROOT
                     19MB   20MB    20MB     Arrow     query-7
                Given out: by it and its children, as its library counts. Other reports count it, too.
                """);
    }

    /** A site of 40 MB, of which the oldest buffer is 20 s old. */
    private static PooledSite grown(long growingForSeconds) {
        SiteUsage usage = new SiteUsage(
                site(0, 0, false, 0).usage().site(),
                40 * MB,
                MB,
                40,
                40,
                40 * MB,
                20 * SECOND,
                30 * MB,
                growingForSeconds > 0,
                List.of(),
                MB,
                growingForSeconds * SECOND,
                0);
        return new PooledSite(usage, 0, 0, PooledSite.UNKNOWN, PooledSite.UNKNOWN);
    }

    @Test
    void whatIsGivenBackLateIsNoLeak() {
        assertThat(findings(HALF_USED, grown(60)))
                .containsExactly(
                        "NORMAL pooled buffers of com.acme.Codec.encode(Codec.java:12): 40 MB in 40 buffers, +30 MB/min"
                                + " for 60 s. None is older than 20 s: they are released late. No leak so far.");
        assertThat(findings(HALF_USED, grown(20)).get(0))
                .startsWith("GROWING pooled buffers of ")
                .endsWith(" for 20 s.");
    }

    @Test
    void whatHasRisenIsNotNormal() {
        assertThat(findings(HALF_USED, grown(0)))
                .containsExactly("UNKNOWN growth of buffers: +30 MB/min, not steady so far. Allocated at "
                        + "com.acme.Codec.encode(Codec.java:12). Ask again in a minute.");
    }

    private static List<String> findings(PoolDetails pool, PooledSite... sites) {
        return PoolFindings.of(reading(List.of(pool), List.of(sites), SAMPLED));
    }

    @Test
    void leaks() {
        assertThat(findings(HALF_USED, site(19, 4, true, 0)))
                .hasSize(2)
                .satisfies(all -> assertThat(all.get(0))
                        .isEqualTo("LEAK pooled buffers: 4 MB collected unreleased. Most allocated at"
                                + " com.acme.Codec.encode(Codec.java:12). Last held by com.acme.Loser (most)."
                                + " The pool cannot reuse it."))
                .satisfies(all -> assertThat(all.get(1))
                        .isEqualTo(
                                "GROWING pooled buffers of com.acme.Codec.encode(Codec.java:12): 19 MB in 19 buffers,"
                                        + " +3 MB/min for 60 s. Last held by com.acme.Audit (50 %)."));
    }

    /** Lost memory is no cache, and is reported once. */
    @Test
    void whatIsLostIsNotSuspectedAsWell() {
        assertThat(findings(HALF_USED, site(19, 19, true, 0)))
                .singleElement()
                .asString()
                .startsWith("LEAK pooled buffers: ");
    }

    /** A report that is read when the process has ended. */
    @Test
    void nothingIsToBeAskedOfAProcessThatHasEnded() {
        for (PooledSite site : List.of(site(19, 0, false, 7), grown(0))) {
            String text =
                    ReportText.of(PoolReport.left(reading(List.of(HALF_USED), List.of(site), SAMPLED), 10), Scale.MB);
            assertThat(text).doesNotContain("sk again");
        }
        assertThat(ReportText.of(
                        PoolReport.left(reading(List.of(HALF_USED), List.of(site(19, 0, false, 7)), SAMPLED), 10),
                        Scale.MB))
                .contains("UNKNOWN growth of buffers: the process ended too early by 7 s.");
    }

    @Test
    void noLeak() {
        assertThat(findings(HALF_USED, site(19, 0, false, 0)))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("NORMAL no pooled buffer leaks");
        assertThat(findings(HALF_USED, site(19, 0, false, 7)))
                .containsExactly("UNKNOWN growth of buffers: too early. Ask again in 7 s.");
        assertThat(PoolFindings.of(reading(List.of(HALF_USED), List.of(), new Sampling(0, 0, Coverage.UNKNOWN))))
                .first()
                .asString()
                .contains("UNKNOWN owners of buffers: there are no samples");
    }

    @Test
    void fragmented() {
        assertThat(findings(pool(160 * MB, 12 * MB, 9), site(12, 0, false, 0)))
                .containsExactly(
                        "RETAINED PooledByteBufAllocator: 160 MB of chunks for 12 MB in use. 90 % of its 10 chunks are "
                                + "less than half in use: fragmentation, or a peak that is over. No code holds"
                                + " the rest: not a "
                                + "leak.");
    }

    private static PoolDetails sized(PoolDetails pool, SizeClass... sizes) {
        return new PoolDetails(
                pool.pool(),
                pool.freeBytes(),
                pool.cachedBytes(),
                pool.halfEmptyChunks(),
                pool.arenas(),
                pool.threadCaches(),
                List.of(sizes));
    }

    @Test
    void fragmentedBySize() {
        PoolDetails pool = sized(pool(160 * MB, 12 * MB, 9), new SizeClass(16 << 10, 100, 6500));
        assertThat(findings(pool, site(12, 0, false, 0)).get(0))
                .endsWith(" the rest: not a leak. 100 MB is free places for buffers of 16 KB.");
        PoolDetails few = sized(pool(160 * MB, 12 * MB, 9), new SizeClass(16 << 10, 100, 200));
        assertThat(findings(few, site(12, 0, false, 0)).get(0)).endsWith(" the rest: not a leak.");
    }

    @Test
    void sizes() {
        PoolDetails pool = sized(
                HALF_USED,
                new SizeClass(16 << 10, 1203, 1408),
                new SizeClass(512 << 10, 40, Pool.UNKNOWN),
                new SizeClass(112, 1500, 3072));
        assertThat(ReportText.of(PoolReport.of(reading(List.of(pool), List.of(), SAMPLED), 10, false), Scale.KB))
                .contains("""
                Buffers by size, those that hold most first (3)
                  Size   Taken   Places   Free inside   Allocator
                --------------------------------------------------------------
                 16 KB   1,203    1,408       3,280KB   PooledByteBufAllocator
                512 KB     ~40                          PooledByteBufAllocator
                 112 B   1,500    3,072         172KB   PooledByteBufAllocator
                Each place fits one buffer of that size. Taken: by buffers and by caches of threads. ~: estimate from \
                samples, buffers only.
                """);
    }

    /** A leak that has just begun has no sample, or few. */
    @Test
    void whatHasJustBegunIsNotNormal() {
        PoolReading young = new PoolReading(
                Instant.EPOCH, List.of(pool(4 * MB, MB, 1)), List.of(), List.of(), SAMPLED, 17 * SECOND);
        assertThat(PoolFindings.of(young)).containsExactly("UNKNOWN growth of buffers: too early. Ask again in 17 s.");
        assertThat(findings(HALF_USED, site(900, 0, false, 0), site(20, 0, false, 12))
                        .get(0))
                .startsWith("UNKNOWN growth of buffers: too early");
    }

    @Test
    void beforeTracking() {
        PoolDetails old = new PoolDetails(
                new Pool("a.b.PooledByteBufAllocator", null, 10, 40 * MB, 18 * MB), 21 * MB, MB, 4, 2, 4);
        assertThat(lateFindings(old, site(5, 0, false, 0)))
                .containsExactly("UNKNOWN owners of about 13 MB in use: allocated before tracking began.");
    }

    /** Pools and sites are not read at once: what comes and goes between them is not older than its chunk. */
    @Test
    void newChunksHaveNoBuffersFromBeforeTracking() {
        assertThat(lateFindings(HALF_USED, site(5, 0, false, 0)))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("NORMAL ");
    }

    private static List<String> lateFindings(PoolDetails pool, PooledSite... sites) {
        Coverage late = new Coverage(false, new LateStart(Instant.EPOCH, 60 * SECOND), List.of());
        return PoolFindings.of(reading(List.of(pool), List.of(sites), new Sampling(512 << 10, 0, late)));
    }

    @Test
    void asText() {
        String text = ReportText.of(
                PoolReport.of(reading(List.of(HALF_USED), List.of(site(19, 4, true, 0)), SAMPLED), 10, true), Scale.MB);
        assertThat(text)
                .contains("     40MB     20MB      1MB   19MB       10            4        2        4   a.b.Pooled")
                .contains("""
                Allocated and not released, by call site (1): Netty Pooled Buffer
                Bytes     ±   Buffers   Lost   Growth/min     ±    For   Oldest   Allocated at
                ------------------------------------------------------------------------------------------------------
                 19MB   1MB        19    4MB          3MB   1MB   60 s     90 s   com.acme.Codec.encode(Codec.java:12)
                """)
                .contains("   last held by: com.acme.Audit (7.5 MB)\n   lost, last held by: com.acme.Loser (4 MB)\n")
                .contains("""
                Holders, by class (2)
                Bytes   Lost         How   Class
                -----------------------------------------
                  8MB    0MB   last held   com.acme.Audit
                  0MB    4MB   last held   com.acme.Loser
                """);
        assertThat(ReportText.of(PoolReport.of(reading(List.of(), List.of(), SAMPLED), 10, false), Scale.MB))
                .isEqualTo("No pool of a known library has memory outside the heap.\n");
    }

    /** Takers of parts are named if no other has retained it, and two of them, since the first may pass them on. */
    @Test
    void thoseThatTookParts() {
        PooledSite.Users users = new PooledSite.Users(
                List.of(new PooledSite.Holder("com.acme.Last", 19 * MB)),
                List.of(),
                List.of(
                        new PooledSite.Holder("com.acme.Framer", 18 * MB),
                        new PooledSite.Holder("com.acme.Index", 17 * MB)));
        PooledSite site = new PooledSite(site(19, 0, true, 0).usage(), 0, 0, users, PooledSite.UNKNOWN);

        assertThat(findings(HALF_USED, site).get(0))
                .contains("com.acme.Codec.encode(Codec.java:12): 19 MB in 19 buffers, +3 MB/min for 60 s. Last held by"
                        + " com.acme.Last (most). Parts kept by com.acme.Framer (most) and com.acme.Index: see"
                        + " retainedSlice.");
        assertThat(ReportText.of(
                        PoolReport.of(reading(List.of(HALF_USED), List.of(site), SAMPLED), 10, true), Scale.MB))
                .contains("   parts taken by: com.acme.Framer (18 MB), com.acme.Index (17 MB)\n", """
                        Bytes          How   Class
                        ------------------------------------
                         19MB    last held   com.acme.Last
                         18MB   took parts   com.acme.Framer
                         17MB   took parts   com.acme.Index
                        """);
    }

    /** Call sites that come and go always include a young one. */
    @Test
    void aYoungSiteThatHoldsLittleIsNotWaitedFor() {
        assertThat(findings(HALF_USED, site(19, 0, false, 0), site(1, 0, false, 15))
                        .get(0))
                .startsWith("NORMAL ");
        assertThat(findings(HALF_USED, site(19, 0, false, 0), site(5, 0, false, 15))
                        .get(0))
                .startsWith("UNKNOWN growth of buffers: too early");
    }

    @Test
    void chunksFromBeforeTracking() {
        PoolDetails older =
                new PoolDetails(new Pool("a.b.Pooled", null, 3, 5 << 20, 1 << 20), 4 << 20, 0, 0, 1, Pool.UNKNOWN);
        assertThat(ReportText.of(
                        PoolReport.of(reading(List.of(HALF_USED, older), List.of(), SAMPLED), 10, false), Scale.MB))
                .contains(
                        "  a.b.PooledByteBufAllocator\n", "  a.b.Pooled (not tracked)\n", "Not tracked: chunks older");
    }

    /** Chunks of which nothing is known, and a process that the agent came to late, are no reason to call it normal. */
    @Test
    void doesNotCallWhatIsOlderNormal() {
        PoolDetails older = new PoolDetails(
                new Pool("a.b.Pooled", null, Pool.UNKNOWN, 28 * MB, Pool.UNKNOWN),
                Pool.UNKNOWN,
                Pool.UNKNOWN,
                Pool.UNKNOWN,
                Pool.UNKNOWN,
                Pool.UNKNOWN);
        Coverage late = new Coverage(false, new LateStart(Instant.EPOCH, LateStart.UNKNOWN), List.of());
        assertThat(PoolFindings.of(reading(List.of(older), List.of(), new Sampling(512 << 10, 0, late))))
                .singleElement()
                .asString()
                .startsWith("UNKNOWN owners of 28 MB in chunks from before tracking.");
    }
}
