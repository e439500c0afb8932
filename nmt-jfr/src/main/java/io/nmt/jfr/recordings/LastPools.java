package io.nmt.jfr.recordings;

import io.nmt.core.model.AllocatorUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.Pool;
import io.nmt.core.model.PoolDetails;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.SiteUsage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The last figures of pools, of who has buffers of them, and of named allocators. */
final class LastPools {
    private static final int MOST_DEPTH = 100; // a damaged file may tell any, and as much is indented

    private final LastEmission<PoolDetails> pools = new LastEmission<>();
    private final LastEmission<PooledSite> sites = new LastEmission<>();
    private final LastEmission<AllocatorUsage> allocators = new LastEmission<>();

    void addPool(EventData event) {
        String allocator = event.getString("allocator");
        String type = event.getString("type");
        Pool pool = new Pool(
                allocator == null ? "?" : allocator, // JDK 17 may leave a string out of a chunk
                type,
                event.getLong("chunks"),
                event.getLong("chunkBytes"),
                event.getLong("inUse"));
        PoolDetails details = new PoolDetails(
                pool,
                event.getLong("free"),
                event.getLong("cached"),
                event.getLong("halfEmptyChunks"),
                event.getLong("arenas"),
                event.getLong("threadCaches"));
        pools.add(event, event.getInt("rank"), details);
    }

    void addSite(EventData event) {
        String topFrame = event.getString("topFrame");
        String stack = event.getString("stack");
        if (topFrame == null || stack == null) {
            return; // likewise
        }
        long growingFor = event.getDuration("growingFor").toNanos();
        SiteUsage usage = new SiteUsage(
                RecordedFrames.siteOfBuffers(event, event.getString("type")),
                event.getLong("liveBytes"),
                event.getLong("standardError"),
                event.getLong("count"),
                0,
                event.getLong("peak"),
                event.getDuration("oldestAge").toNanos(),
                event.getLong("growth"),
                growingFor > 0,
                List.of(),
                event.getLong("growthError"),
                growingFor,
                event.getDuration("judgedIn").toNanos());
        sites.add(
                event,
                event.getInt("site"),
                new PooledSite(
                        usage,
                        event.getLong("lost"),
                        event.getLong("gone"),
                        users(event, "lastIn", "retainedBy", "partsTakenBy"),
                        users(event, "lostLastIn", "lostRetainedBy", "lostPartsTakenBy")));
    }

    void addAllocator(EventData event) {
        String library = event.getString("library");
        String name = event.getString("name");
        long limit = event.getLong("limit");
        allocators.add(
                event,
                event.getInt("rank"),
                new AllocatorUsage(
                        library == null ? "?" : library, // likewise
                        name == null ? "?" : name,
                        Math.max(0, Math.min(MOST_DEPTH, event.getInt("depth"))),
                        event.getLong("bytes"),
                        event.getLong("peak"),
                        limit < 0 ? Long.MAX_VALUE : limit));
    }

    private static PooledSite.Users users(EventData event, String lastIn, String retainedBy, String partsTakenBy) {
        return new PooledSite.Users(
                holders(event.getString(lastIn)),
                holders(event.getString(retainedBy)),
                event.hasField(partsTakenBy) ? holders(event.getString(partsTakenBy)) : List.of());
    }

    private static List<PooledSite.Holder> holders(String text) {
        List<PooledSite.Holder> holders = new ArrayList<>();
        for (String holder : text == null ? new String[0] : text.split("; ")) {
            int space = holder.lastIndexOf(' ');
            if (space > 0 && holder.substring(space + 1).matches("[0-9]{1,18}")) {
                holders.add(
                        new PooledSite.Holder(holder.substring(0, space), Long.parseLong(holder.substring(space + 1))));
            }
        }
        return holders;
    }

    /**
     * As of the last emission; null if none has told of pools.
     *
     * @param atLeast when the last emission of any of our events began, or earlier
     * @param intervalBytes between two samples
     * @param lostSamples that could not be taken
     * @param coverage which part of the process is tracked
     */
    PoolReading get(Instant atLeast, long intervalBytes, long lostSamples, Coverage coverage) {
        if (pools.isEmpty() && sites.isEmpty() && allocators.isEmpty()) {
            return null;
        }
        Instant from = pools.time().isBefore(atLeast) ? atLeast : pools.time();
        Instant time = pools.isEmpty() ? sites.time() : pools.time();
        return new PoolReading(
                time.isBefore(allocators.time()) ? allocators.time() : time,
                pools.last(atLeast),
                allocators.last(from),
                sites.last(from),
                new Sampling(intervalBytes, lostSamples, coverage));
    }
}
