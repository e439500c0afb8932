package io.nmt.core.reader;

import io.nmt.core.internal.hooks.DirectLimitHooks;
import io.nmt.core.internal.libraries.LiveBuffer;
import io.nmt.core.internal.loaders.MadeClassLoaders;
import io.nmt.core.internal.pools.Pools;
import io.nmt.core.internal.sites.ApplicationCode;
import io.nmt.core.internal.sites.LeakFinder;
import io.nmt.core.internal.sites.Owners;
import io.nmt.core.internal.sites.Sample;
import io.nmt.core.internal.sites.SiteName;
import io.nmt.core.internal.sites.SiteTable;
import io.nmt.core.internal.sites.Sites;
import io.nmt.core.internal.sites.Wrappers;
import io.nmt.core.internal.starts.ThreadStarts;
import io.nmt.core.internal.tracker.HookCheck;
import io.nmt.core.internal.tracker.SecurityRefusal;
import io.nmt.core.internal.tracker.TrackedPart;
import io.nmt.core.model.AllocatorUsage;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.MadeLoaders;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.StartedThreads;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Reads what the tracker knows beyond {@link io.nmt.core.NativeMemory}. For this project's own modules. Thread-safe;
 * not for code inside hooks.
 *
 * <p>An owner is the code that holds memory: of a pool's chunks, the code that has taken its buffers.
 */
public final class TrackerReader {
    /** The reason, and the remedy, where a security manager refuses what a command needs. */
    public static final String SECURITY_REFUSAL = SecurityRefusal.WORDS;

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
     * Finds the sample of a live block.
     *
     * @param address where the block starts
     * @return null if it is not sampled, or not live
     */
    public static BlockSample sampleOf(long address) {
        Sample sample = Sites.sampleOf(address);
        return sample == null ? null : told(sample);
    }

    /**
     * Lists the live platform threads by the line of code that started them, and by pattern of names.
     *
     * @param withUnknown whether those are listed, too, of which it is unknown what started them
     * @return those with most threads first
     */
    public static List<StartedThreads> threads(boolean withUnknown) {
        return ThreadStarts.list(withUnknown, TrackedPart.isLate());
    }

    /**
     * Tells whether tracking began late, so that objects of the application may be older.
     *
     * @return false if that is not known
     */
    public static boolean isLate() {
        return TrackedPart.isLate();
    }

    /**
     * Forgets threads that have ended, and class loaders that were collected. To be called each ten seconds, so that no
     * line seems to have made more.
     */
    public static void forgetEnded() {
        ThreadStarts.forgetEnded();
        MadeClassLoaders.forgetCollected();
    }

    /**
     * Lists the class loaders that were not collected, by class and by the line of code that made them.
     *
     * @param all whether threads that keep them are looked for of all lines, and not only of those that grow
     * @param collectedNanosAgo when the last collection of the whole heap ended; negative if unknown
     * @return those with most loaders first
     */
    public static List<MadeLoaders> loaders(boolean all, long collectedNanosAgo) {
        return MadeClassLoaders.list(all, collectedNanosAgo);
    }

    /**
     * Counts the class loaders that were not collected.
     *
     * @return those that were seen to be made
     */
    public static long loaderCount() {
        return MadeClassLoaders.live();
    }

    /**
     * Counts the hidden classes that were not collected, without the first ones of a program.
     *
     * @return an estimate where not each was sampled
     */
    public static long hiddenClassCount() {
        return MadeClassLoaders.liveHidden();
    }

    /** Tells if a library with pools is in this process. */
    public static boolean hasPools() {
        return Pools.areThere();
    }

    /**
     * Lists the allocators of libraries that have trees of them, as far as the agent saw them made.
     *
     * @return of each tree the root first, those of one parent by their bytes
     */
    public static List<AllocatorUsage> allocators() {
        return Pools.allocators();
    }

    /**
     * Shows each sampled buffer of pools that was not released, while the application takes and releases others.
     *
     * @param visitor called on this thread; not at all where no library has pools
     */
    public static void forEachBuffer(Consumer<BufferSample> visitor) {
        if (Pools.areThere()) {
            LiveBuffer.forEach(buffer -> visitor.accept(new BufferSample(
                    told(buffer.sample()),
                    buffer.bytes(),
                    buffer.estimatedBytes(),
                    buffer.lastSeenIn(),
                    buffer.retainedBy(),
                    buffer.lost())));
        }
    }

    private static BlockSample told(Sample sample) {
        return new BlockSample(
                sample.site().category(),
                sample.site().id(),
                sample.site().toString(),
                sample.threadName(),
                sample.ageNanos());
    }

    /**
     * Tells if a class hands memory functions on to the code that wants the memory, as allocators of libraries do.
     *
     * @param className with dots
     * @return false for classes of the JDK
     */
    public static boolean isWrapper(String className) {
        return Wrappers.contain(className);
    }

    /**
     * Tells whether a frame is of a known library.
     *
     * @param frame of a call stack
     * @return false of the JDK's and the application's
     */
    public static boolean isLibrary(Frame frame) {
        return ApplicationCode.isLibrary(frame);
    }

    /**
     * Makes a call site of recorded calls, named as those of this process are.
     *
     * @param category of its blocks
     * @param frames the innermost first
     * @return without a number; what frees the blocks is unknown
     */
    public static Site site(String category, List<Frame> frames) {
        return site(category, frames, Wrappers::contain);
    }

    /**
     * The same, with other wrappers than those of Java's memory functions.
     *
     * @param category of its blocks
     * @param frames the innermost first
     * @param isWrapper tells if a class outside the JDK only hands on what is allocated in it
     * @return without a number; what frees the blocks is unknown
     */
    public static Site site(String category, List<Frame> frames, Predicate<String> isWrapper) {
        SiteName name = SiteName.of(
                frames,
                new SiteTable.Groups() {
                    @Override
                    public String name(int id) {
                        return category;
                    }

                    @Override
                    public boolean isWrapper(int id, String className) {
                        return isWrapper.test(className);
                    }
                },
                0);
        return new Site(0, category, frames, name.leading(), false, FreedBy.UNKNOWN, name.by(), 0);
    }

    /**
     * Returns the limit of direct buffers.
     *
     * @return {@code -XX:MaxDirectMemorySize} in bytes; if it is not set, the largest size of the heap
     */
    public static long directLimitBytes() {
        return DirectLimitHooks.limitBytes();
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
