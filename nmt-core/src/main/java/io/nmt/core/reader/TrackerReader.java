package io.nmt.core.reader;

import io.nmt.core.internal.sites.LeakFinder;
import io.nmt.core.internal.sites.Owners;
import io.nmt.core.internal.sites.Sites;
import io.nmt.core.internal.tracker.HookCheck;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.SiteUsage;
import java.util.List;

/**
 * Reads what the tracker knows beyond {@link io.nmt.core.NativeMemory}. For this project's own modules. Thread-safe;
 * not for code inside hooks.
 *
 * <p>An owner is the code that holds memory: of a pool's chunks, the code that has taken its buffers.
 */
public final class TrackerReader {
    private TrackerReader() {}

    /**
     * Lists what each call site holds now.
     *
     * @return the one with most live bytes first; without chunks of pools if there are samples of buffers
     */
    public static List<SiteUsage> owners() {
        return Owners.list();
    }

    /**
     * Lists what each call site holds in blocks and buffers of some age.
     *
     * @param minimumAgeNanos younger ones are left out
     * @return the one with most such bytes first
     */
    public static List<SiteUsage> owners(long minimumAgeNanos) {
        return Owners.list(minimumAgeNanos);
    }

    /**
     * Lists what each line of code holds now, over all stacks that lead to it.
     *
     * @return the one with most live bytes first; without chunks of pools if there are samples of buffers
     */
    public static List<SiteUsage> ownerLines() {
        return Owners.lines();
    }

    /**
     * Lists what each line of code holds in blocks, chunks of pools among them.
     *
     * @return the one with most live bytes first
     */
    public static List<SiteUsage> blockLines() {
        return Sites.lines();
    }

    /**
     * Finds lines of code that hold old blocks, and those that grow, with the stacks that lead to each line.
     *
     * @param minimumAgeNanos the age of old blocks
     * @return lines and their stacks
     */
    public static LeaksByLine leaksByLine(long minimumAgeNanos) {
        return LeakFinder.byLine(minimumAgeNanos);
    }

    /**
     * Returns the age of old blocks where a user gives none.
     *
     * @return a minute, or a third of the time since the first sample if that is less
     */
    public static long usualLeakAgeNanos() {
        return LeakFinder.usualAgeNanos();
    }

    /**
     * Tries the hooks, if there are any, so that lost ones are noticed before figures are read.
     *
     * @param all whether also those whose test takes tens of microseconds
     */
    public static void checkHooks(boolean all) {
        HookCheck.run(all);
    }
}
