package io.nmt.report.document;

import io.nmt.core.model.AllocatorUsage;
import io.nmt.core.model.Pool;
import io.nmt.core.model.PoolDetails;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Judgement;
import io.nmt.report.model.Urgency;
import java.util.ArrayList;
import java.util.List;

/** Statements on the state of pools. */
public final class PoolFindings {
    private static final long FEW_BYTES = 16L << 20;
    private static final int MANY_ERRORS = 4;
    private static final int FEW_DIVISOR = 10; // a tenth
    private static final int NEARLY_PERCENT = 90; // percent

    private final List<PoolDetails> pools;
    private final List<PooledSite> sites;
    private final Sampling sampling;
    private final List<AllocatorUsage> allocators;
    private final long youngForNanos;
    private final boolean left;
    private final List<Judgement> findings = new ArrayList<>();

    private PoolFindings(PoolReading reading, boolean left) {
        this.left = left;
        this.pools = reading.pools();
        this.sites = reading.sites();
        this.sampling = reading.sampling();
        this.allocators = reading.allocators();
        this.youngForNanos = reading.judgedInNanos();
    }

    /**
     * Judges them.
     *
     * @param reading of the pools
     * @return one sentence or more for each finding, the most important first; at least one
     */
    public static List<String> of(PoolReading reading) {
        return judgements(reading).stream().map(Judgement::text).toList();
    }

    /**
     * Judges them, and says how urgent that is.
     *
     * @param reading of the pools
     * @return one sentence or more for each finding, the most important first; at least one
     */
    public static List<Judgement> judgements(PoolReading reading) {
        return judgements(reading, false);
    }

    /** The same; of what is left of a process, nothing more can be asked. */
    static List<Judgement> judgements(PoolReading reading, boolean left) {
        PoolFindings found = new PoolFindings(reading, left);
        if (reading.isEmpty()) {
            found.add(Urgency.NOTE, PoolReport.none(reading));
            return found.findings;
        }
        found.addLeaks();
        found.addChunks();
        found.addBeforeTracking();
        found.addLimits();
        if (found.findings.isEmpty()) {
            found.addNormal();
        }
        return found.findings;
    }

    /**
     * Judges whether buffers leak.
     *
     * @param reading of the pools
     * @return those that were lost, and who has more and more; if there are none, how far that can be told
     */
    public static List<Judgement> leaks(PoolReading reading) {
        PoolFindings found = new PoolFindings(reading, false);
        found.addLeaks();
        if (found.findings.isEmpty()) {
            found.addNormal();
        }
        return found.findings;
    }

    /**
     * Judges what pools keep beside what is in use.
     *
     * @param reading of the pools
     * @return none if that is little
     */
    public static List<Judgement> fragmentation(PoolReading reading) {
        PoolFindings found = new PoolFindings(reading, false);
        found.addChunks();
        return found.findings;
    }

    /**
     * Judges whether allocators are near what they may give out.
     *
     * @param reading of the pools
     * @return none if none is
     */
    public static List<Judgement> limits(PoolReading reading) {
        PoolFindings found = new PoolFindings(reading, false);
        found.addLimits();
        return found.findings;
    }

    /**
     * The statement on lost buffers.
     *
     * @param sites that have taken buffers
     * @return a sentence or more; nothing if none was
     */
    public static String lost(List<PooledSite> sites) {
        return BufferLeaks.lost(sites);
    }

    private void add(Urgency urgency, String text) {
        findings.add(new Judgement(urgency, text));
    }

    private void addLeaks() {
        String lost = BufferLeaks.lost(sites);
        if (!lost.isEmpty()) {
            add(Urgency.URGENT, lost);
        }
        findings.addAll(BufferLeaks.growing(sites));
    }

    private void addChunks() {
        for (PoolDetails details : pools) {
            ChunkFindings.of(details).forEach(text -> add(Urgency.NOTE, text));
        }
    }

    /**
     * Adds the statement on buffers in use that are in no site, if they are more than chance. Only chunks that are
     * older than the tracking can have such buffers. In newer ones the difference is what came and went between the
     * readings of pools and of sites.
     */
    private void addBeforeTracking() {
        long sampled = 0;
        double variance = 0;
        for (PooledSite site : sites) {
            sampled += site.usage().liveBytes();
            variance += Math.pow((double) site.usage().standardErrorBytes(), 2);
        }
        boolean late = sampling.coverage().lateStart() != null;
        long least =
                Math.round(MANY_ERRORS * Math.sqrt(variance)) + MANY_ERRORS * Math.max(0, sampling.intervalBytes());
        long before = Math.min(inUse() - sampled, inUseOfOldChunks());
        if (late && before > least) {
            add(
                    Urgency.UNKNOWN,
                    "UNKNOWN owners of about " + format(before) + " in use: allocated before tracking began.");
        }
    }

    private long inUseOfOldChunks() {
        long inUse = 0;
        for (PoolDetails details : pools) {
            if (details.pool().category() == null) {
                inUse += Math.max(0, details.pool().inUseBytes());
            }
        }
        return inUse;
    }

    private long inUse() {
        long inUse = 0;
        for (PoolDetails details : pools) {
            inUse += Math.max(0, details.pool().inUseBytes());
        }
        return inUse;
    }

    private void addLimits() {
        for (AllocatorUsage allocator : allocators) {
            if (allocator.bytes() >= allocator.limitBytes() / 100.0 * NEARLY_PERCENT) {
                add(
                        Urgency.WARNING,
                        "LIMIT allocator " + SafeText.name(allocator.name()) + " of " + allocator.library() + ": "
                                + format(allocator.bytes()) + " given out, limit " + format(allocator.limitBytes())
                                + ".");
            }
        }
    }

    private void addNormal() {
        if (pools.isEmpty() && sites.isEmpty()) {
            add(Urgency.NOTE, "These allocators use blocks of their own: 'sites' and 'leaks' show their call sites.");
            return;
        }
        long wait = judgedIn();
        if (wait > 0) {
            String time = Ages.format(wait + 999_999_999L);
            add(
                    Urgency.UNKNOWN,
                    "UNKNOWN growth of buffers: "
                            + (isRecorded()
                                    ? "the recording is too short by " + time + "."
                                    : left
                                            ? "the process ended too early by " + time + "."
                                            : "too early. Ask again in " + time + "."));
            addOlder();
        } else if (sampling.intervalBytes() == 0) {
            add(Urgency.UNKNOWN, "UNKNOWN owners of buffers: there are no samples (sample=0).");
        } else if (sites.isEmpty() && inUse() > MANY_ERRORS * MANY_ERRORS * sampling.intervalBytes()) {
            add(Urgency.UNKNOWN, "UNKNOWN owners of buffers: not sampled (pools=off), or of a library without hooks.");
        } else if (rising() != null) {
            PooledSite site = rising();
            add(
                    Urgency.UNKNOWN,
                    "UNKNOWN growth of buffers: +" + format(site.usage().growthBytesPerMinute())
                            + "/min, not steady so far. Allocated at " + BufferLeaks.site(site) + "."
                            + BufferLeaks.holders(site)
                            + (isRecorded() || left ? "" : " Ask again in a minute."));
        } else if (!addOlder()) {
            add(Urgency.GOOD, "NORMAL no pooled buffer leaks: none collected unreleased, no call site grows.");
        }
    }

    /**
     * Until those that hold much can be judged: there may always be new call sites, which hold little. Where there is
     * none yet, until there can be.
     */
    private long judgedIn() {
        if (sites.isEmpty()) {
            return sampling.intervalBytes() == 0 ? 0 : youngForNanos;
        }
        long all = 0;
        for (PooledSite site : sites) {
            all += site.usage().liveBytes();
        }
        long wait = 0;
        for (PooledSite site : sites) {
            long bytes = site.usage().liveBytes();
            wait = bytes * FEW_DIVISOR < all && bytes < FEW_BYTES
                    ? wait
                    : Math.max(wait, site.usage().judgedInNanos());
        }
        return wait;
    }

    /** Says what chunks are older than tracking, if there are some; returns whether it does. */
    private boolean addOlder() {
        long older = 0;
        for (PoolDetails details : pools) {
            boolean unknown =
                    details.pool().category() == null && details.pool().inUseBytes() == Pool.UNKNOWN;
            older += unknown ? details.pool().chunkBytes() : 0;
        }
        if (older == 0 || sampling.coverage().lateStart() == null) {
            return false;
        }
        add(
                Urgency.UNKNOWN,
                "UNKNOWN owners of " + format(older) + " in chunks from before tracking."
                        + " Start the process with -javaagent to know them."
                        + (sites.isEmpty() ? " Later buffers have no samples." : ""));
        return true;
    }

    /** A site with much growth that is more than chance, but is not known to go on; null if there is none. */
    private PooledSite rising() {
        for (PooledSite site : sites) {
            SiteUsage usage = site.usage();
            if (usage.growthBytesPerMinute() > FEW_BYTES
                    && usage.growthBytesPerMinute() > MANY_ERRORS * usage.growthErrorBytesPerMinute()
                    && usage.liveBytes() > FEW_BYTES) {
                return site;
            }
        }
        return null;
    }

    private boolean isRecorded() {
        return !sites.isEmpty() && sites.get(0).usage().site().id() == 0;
    }

    private static String format(long bytes) {
        return PoolFigures.format(bytes);
    }
}
