package io.nmt.agent.commands;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.Frame;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.Pool;
import io.nmt.core.model.PoolDetails;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.judge.Growth;
import io.nmt.report.model.Statement;
import io.nmt.report.top.Listing;
import io.nmt.report.top.ReadingBuilder;
import io.nmt.report.top.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes the rows of one list of {@code top}, and the stack of one of its sites. For one reading. */
final class TopRows {
    /** More than these, the largest, are not looked at on a screen; each takes some hundred bytes of an answer. */
    private static final int MOST_ROWS = 300;

    private static final int MOST_HOLDERS = 5;

    private final ReadingBuilder reading;
    private final int stack;
    private final Growth growth;

    /**
     * For one reading.
     *
     * @param reading takes the rows
     * @param stack the number of the site whose stack is wanted; 0 for none
     * @param growth of the process; null if that is not known
     */
    TopRows(ReadingBuilder reading, int stack, Growth growth) {
        this.reading = reading;
        this.stack = stack;
        this.growth = growth;
    }

    /** The rate that statements tell, of a category or of a class of handles. */
    static long perMinute(Growth growth, String name) {
        long perMinute = growth == null ? Statement.UNKNOWN : growth.perMinuteOf(name);
        return perMinute == Statement.UNKNOWN ? Row.UNKNOWN : perMinute;
    }

    void write(Listing listing) {
        switch (listing) {
            case CATEGORIES -> {} // always written
            case SITES -> writeSites(listing, TrackerReader.ownerLines());
            case CATEGORY_SITES -> writeSites(listing, TrackerReader.blockLines());
            case POOLS, POOL_SITES -> writePools(NativeMemory.pooledBuffers(), NativeMemory.poolDetails());
            case HANDLES, HANDLE_SITES -> writeHandles(NativeMemory.handles());
        }
    }

    private void write(Listing listing, List<Row> rows) {
        reading.length(listing, rows.size());
        rows.subList(0, Math.min(MOST_ROWS, rows.size())).forEach(reading::row);
    }

    void writeSites(Listing listing, List<SiteUsage> usages) {
        List<Row> rows = new ArrayList<>();
        for (SiteUsage usage : usages) {
            rows.add(row(listing, usage));
            if (usage.site().id() == stack) {
                writeStack(usage.site(), usage.threadNames());
            }
        }
        write(listing, rows);
    }

    private Row row(Listing listing, SiteUsage usage) {
        SiteUsage judged = growth == null ? usage : growth.judged(usage);
        boolean early = judged.judgedInNanos() > 0 && !judged.growing();
        return new Row(
                listing,
                Integer.toString(usage.site().id()),
                usage.site().category(),
                usage.site().label(),
                usage.liveBytes(),
                usage.standardErrorBytes(),
                usage.liveCount(),
                usage.oldestAgeNanos(),
                early ? Row.UNKNOWN : judged.growthBytesPerMinute(),
                judged.growthErrorBytesPerMinute(),
                judged.growing());
    }

    private void writeStack(Site site, List<String> threads) {
        int frames = 0;
        for (Frame frame : site.frames()) {
            reading.stack("at ".concat(frame.toString()));
            if (++frames == site.cutAfter()) {
                reading.stack("... calls are left out (option depth)");
            }
        }
        for (String thread : threads) {
            reading.stack("thread: ".concat(thread));
        }
    }

    void writePools(List<PooledSite> sites, List<PoolDetails> pools) {
        Map<String, Long> kinds = new LinkedHashMap<>();
        List<Row> siteRows = new ArrayList<>();
        for (PooledSite site : sites) {
            kinds.merge(site.usage().site().category(), site.usage().liveBytes(), Long::sum);
            siteRows.add(row(Listing.POOL_SITES, site.usage()));
            if (site.usage().site().id() == stack) {
                writeHolders("last held by: ", site.held().lastSeen());
                writeHolders("retained by: ", site.held().retainedBy());
                writeHolders("lost, last held by: ", site.lost().lastSeen());
                writeStack(site.usage().site(), site.usage().threadNames());
            }
        }
        List<Row> rows = new ArrayList<>();
        for (PoolDetails details : pools) {
            rows.add(row(details.pool(), kinds));
        }
        // Of some pools only the buffers are known.
        kinds.forEach((kind, bytes) -> {
            if (rows.stream().noneMatch(row -> row.group().equals(kind))) {
                rows.add(pool(kind, kind, kind, bytes, Row.UNKNOWN, bytes));
            }
        });
        write(Listing.POOLS, rows);
        write(Listing.POOL_SITES, siteRows);
    }

    private void writeHolders(String label, List<PooledSite.Holder> holders) {
        for (PooledSite.Holder holder : holders.subList(0, Math.min(MOST_HOLDERS, holders.size()))) {
            reading.stack(label.concat(holder.className()));
        }
    }

    private static Row row(Pool pool, Map<String, Long> kinds) {
        String group = "";
        for (String kind : kinds.keySet()) {
            group = isOfKind(pool.allocator(), kind) ? kind : group;
        }
        return pool(
                pool.allocator() + " " + pool.category(),
                group,
                pool.category() == null ? pool.allocator().concat(" (not tracked)") : pool.allocator(),
                pool.chunkBytes(),
                pool.chunks() == Pool.UNKNOWN ? Row.UNKNOWN : pool.chunks(),
                pool.inUseBytes() == Pool.UNKNOWN ? Row.UNKNOWN : pool.inUseBytes());
    }

    private static Row pool(String key, String group, String name, long bytes, long chunks, long inUse) {
        return new Row(Listing.POOLS, key, group, name, bytes, 0, chunks, inUse, Row.UNKNOWN, 0, false);
    }

    /** True if a name has all words but the last of a kind, such as {@code Netty Pooled Buffer}. */
    private static boolean isOfKind(String allocator, String kind) {
        String name = allocator.toLowerCase(Locale.ROOT);
        String[] words = kind.toLowerCase(Locale.ROOT).split(" ");
        for (int i = 0; i < words.length - 1; i++) {
            if (!name.contains(words[i])) {
                return false;
            }
        }
        return true;
    }

    void writeHandles(List<HandleUsage> usages) {
        List<Row> rows = new ArrayList<>();
        List<Row> siteRows = new ArrayList<>();
        for (HandleUsage usage : usages) {
            rows.add(new Row(
                    Listing.HANDLES,
                    usage.className(),
                    usage.className(),
                    usage.className(),
                    usage.open(),
                    usage.collectedError(),
                    usage.created(),
                    usage.collected(),
                    perMinute(growth, usage.className()),
                    0,
                    false));
            for (HandleSite site : usage.sites()) {
                siteRows.add(row(usage.className(), site));
                if (site.site().id() == stack) {
                    writeStack(site.site(), site.threadNames());
                }
            }
        }
        siteRows.sort((a, b) -> Long.compare(b.amount(), a.amount()));
        write(Listing.HANDLES, rows);
        write(Listing.HANDLE_SITES, siteRows);
    }

    private static Row row(String className, HandleSite site) {
        boolean early = site.judgedInNanos() > 0 && !site.growing();
        return new Row(
                Listing.HANDLE_SITES,
                Integer.toString(site.site().id()),
                className,
                site.site().label(),
                site.open(),
                site.standardError(),
                site.collected(),
                site.oldestAgeNanos(),
                early ? Row.UNKNOWN : site.growthPerMinute(),
                site.growthErrorPerMinute(),
                site.growing());
    }
}
