package io.nmt.core;

import io.nmt.core.internal.blocks.BlockRecord;
import io.nmt.core.internal.handles.HandleClasses;
import io.nmt.core.internal.origins.Origin;
import io.nmt.core.internal.origins.Origins;
import io.nmt.core.internal.pools.Pools;
import io.nmt.core.internal.sites.LeakFinder;
import io.nmt.core.internal.sites.Scopes;
import io.nmt.core.internal.sites.Sites;
import io.nmt.core.internal.tracker.TrackedMemory;
import io.nmt.core.internal.tracker.TrackedPart;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.internal.unreachable.UnreachableMemory;
import io.nmt.core.mappings.MappedFiles;
import io.nmt.core.model.BlockVisitor;
import io.nmt.core.model.Category;
import io.nmt.core.model.Details;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.MappedFile;
import io.nmt.core.model.Pool;
import io.nmt.core.model.PoolDetails;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.ScopeUsage;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.core.model.ThreadUsage;
import io.nmt.core.model.Unreachable;
import io.nmt.core.model.ZipStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Native memory tracking, as applications and libraries use it.
 *
 * <pre>{@code
 * Category index = Category.of("Index");
 * TrackedAllocator allocator = NativeMemory.allocator(index);
 * long address = allocator.allocate(4096);
 * ...
 * allocator.free(address);
 * System.out.print(ReportText.of(SummaryReport.of(NativeMemory.snapshot()), Scale.KB));
 * }</pre>
 *
 * <p>It works without the agent, and then knows what was allocated through it; with the agent it shares the agent's
 * books. All methods are thread-safe.
 */
public final class NativeMemory {
    private NativeMemory() {}

    /**
     * The figures of this moment, of all threads. Takes microseconds and holds up no thread that allocates.
     *
     * @return an immutable snapshot
     */
    public static Snapshot snapshot() {
        return TrackedMemory.snapshot();
    }

    /**
     * An allocator whose blocks are all in one category.
     *
     * @param category of its blocks
     * @return an allocator
     */
    public static TrackedAllocator allocator(Category category) {
        return new TrackedAllocator(category);
    }

    /**
     * Gives what the current thread allocates a category until the scope is closed.
     *
     * @param category of what is allocated inside
     * @return the open scope
     */
    public static Scope scope(Category category) {
        return Scope.open(category);
    }

    /**
     * Gives what the current thread allocates a name until the scope is closed, for {@link #scopes}.
     *
     * @param key the kind of context, for example {@code tenant}
     * @param value the one that it is, for example {@code acme}
     * @return the open scope
     * @throws IllegalArgumentException if {@code key} is empty
     */
    public static Scope scope(String key, String value) {
        return Scope.open(key, value);
    }

    /**
     * Records a block that other code allocated, such as a native library. To be called after the allocation. A block
     * that is recorded at the same address was freed, then: it leaves the books, and is counted in
     * {@link Snapshot#freedElsewhere}.
     *
     * @param address of the block; of 0 nothing is recorded
     * @param bytes its size
     * @param category it is in
     * @throws IllegalArgumentException if {@code bytes} is negative
     */
    public static void record(long address, long bytes, Category category) {
        record(address, bytes, bytes, category);
    }

    /**
     * Records address space that other code reserved and only partly committed. To be called after the reservation.
     * When more is committed, or less, say so with {@link #commit}.
     *
     * @param address of the block; of 0 nothing is recorded
     * @param reservedBytes its size
     * @param committedBytes how much of it is backed by memory
     * @param category it is in
     * @throws IllegalArgumentException unless 0 &lt;= {@code committedBytes} &lt;= {@code reservedBytes}
     */
    public static void record(long address, long reservedBytes, long committedBytes, Category category) {
        Objects.requireNonNull(category, "category");
        if (committedBytes < 0 || committedBytes > reservedBytes) {
            throw new IllegalArgumentException(
                    "Not a size: " + committedBytes + " bytes committed of " + reservedBytes + " reserved");
        }
        if (address != 0) {
            Tracker.reserved(address, reservedBytes, committedBytes, category.id());
        }
    }

    /**
     * Says that of a recorded block more is committed now, or less. For the call sites it is a new block, allocated
     * by the caller of this method: as in the JVM's own tracking, the code that commits holds the memory. Of one
     * block, calls must not overlap.
     *
     * @param address of the block, as it was recorded
     * @param committedBytes how much of it is backed by memory now
     * @return whether the block is known; if not, nothing is changed
     * @throws IllegalArgumentException unless 0 &lt;= {@code committedBytes} &lt;= what is reserved
     */
    public static boolean commit(long address, long committedBytes) {
        long reservedBytes = TrackedMemory.reservedBytes(address);
        if (reservedBytes < 0) {
            return false;
        }
        if (committedBytes < 0 || committedBytes > reservedBytes) {
            throw new IllegalArgumentException(
                    "Not a size: " + committedBytes + " bytes committed of " + reservedBytes + " reserved");
        }
        int categoryId = BlockRecord.categoryId(Tracker.freed(address));
        Tracker.reserved(address, reservedBytes, committedBytes, categoryId);
        return true;
    }

    /**
     * Ends what {@link #record} began. To be called before the block is freed.
     *
     * @param address of the block; 0 does nothing
     * @return whether it was known; if not, it is counted as an unknown free
     */
    public static boolean release(long address) {
        return address == 0 || Tracker.freed(address) != BlockRecord.NONE;
    }

    /**
     * The temporary buffers that the JDK's channels allocate for I/O with heap buffers, and cache per thread; a virtual
     * thread uses its carrier's cache. {@code -Djdk.nio.maxCachedBufferSize} limits the size of a buffer that is kept.
     *
     * <p>A buffer is counted to the thread that allocated it. In rare cases it is in another one's cache now: a virtual
     * thread that waits with a buffer in use ({@code DatagramChannel.receive}) may give it back on another carrier.
     *
     * @return what each thread has taken and is live, the most first; together they are the category's live bytes and
     *     blocks, unless a thread allocates or frees one at the moment
     */
    public static List<ThreadUsage> temporaryBuffers() {
        return Origins.byThread(Category.NIO_TEMPORARY_BUFFER.id());
    }

    /**
     * The native handles: objects that own memory of a native library until they are closed, of the classes that the
     * agent knows or that its option {@code handles} names. To find those that were collected, looks at each sample.
     *
     * @return by class, the one with most that are not closed first; nothing without the agent
     */
    public static List<HandleUsage> handles() {
        return handles(0);
    }

    /**
     * The same, by call site those alone that are open for long.
     *
     * @param minimumAgeNanos how long ago they were made, at the least; 0 or more
     * @return the figures of classes are of all; sites without such handles are left out
     */
    public static List<HandleUsage> handles(long minimumAgeNanos) {
        return HandleClasses.list(minimumAgeNanos);
    }

    /**
     * The pools of {@link #pools}, and how their chunks are filled. Reads the library's objects by reflection:
     * some microseconds a chunk, so that once a minute is often enough.
     *
     * @return the largest first; nothing without the agent
     */
    public static List<PoolDetails> poolDetails() {
        return Pools.details();
    }

    /**
     * Pooled buffers that are not released, by call site: estimates from samples, as {@link #sites()} of blocks. Only
     * pools of known libraries (Netty's) have them. The memory is part of the pools' chunks, which are blocks, too: do
     * not add the two.
     *
     * @return the one with most bytes first; nothing without the agent, or with its option {@code pools=off}
     */
    public static List<PooledSite> pooledBuffers() {
        return pooledBuffers(0);
    }

    /**
     * The same, of buffers that were taken long ago.
     *
     * @param minimumAgeNanos younger ones are left out
     * @return the one with most bytes first; growth and peaks are the sites', whatever the age
     */
    public static List<PooledSite> pooledBuffers(long minimumAgeNanos) {
        return Pools.buffers(minimumAgeNanos);
    }

    /**
     * Frees what is unreachable but was not cleaned yet, and tells how much that was. To find out, it runs a full
     * garbage collection, which may pause the application: for a person who asks, not for a timer. Waits ten seconds at
     * most for cleaners to end.
     *
     * @return what was freed, by category
     * @throws UnsupportedOperationException before JDK 22, without the agent
     */
    public static Unreachable collectUnreachable() {
        return UnreachableMemory.collect(Duration.ofSeconds(10));
    }

    /**
     * Shows all live blocks, without pausing any thread. A block that lives throughout is shown exactly once; one
     * that is allocated or freed meanwhile may be shown or not.
     *
     * @param visitor is shown each
     */
    public static void forEachBlock(BlockVisitor visitor) {
        TrackedMemory.forEachBlock(visitor);
    }

    /**
     * The files that are mapped now, as far as they were mapped under the agent's eyes. Reads {@code /proc} on Linux,
     * where it costs milliseconds in a process with many regions.
     *
     * @return the largest first
     */
    public static List<MappedFile> mappedFiles() {
        return MappedFiles.list();
    }

    /**
     * Pools outside the heap of Netty's allocators, and their use. Needs the agent. The agent has to be there.
     *
     * @return the largest first
     */
    public static List<Pool> pools() {
        return Pools.list();
    }

    /**
     * All that is known of the pools of libraries. The agent has to be there. Takes as long as
     * {@link #poolDetails}.
     *
     * @return as of now
     */
    public static PoolReading poolReading() {
        return new PoolReading(
                Instant.now(),
                poolDetails(),
                Pools.allocators(),
                pooledBuffers(),
                sampling(),
                LeakFinder.soonestJudgedInNanos());
    }

    /**
     * The call sites that hold the live memory: estimates from samples, with the agent, unless its option {@code
     * sample} is 0.
     *
     * @return the sites with live blocks, those with most live bytes first
     * @see #sampling
     */
    public static List<SiteUsage> sites() {
        return Sites.list();
    }

    /**
     * The live memory by named scope, such as a tenant: estimates from samples, as {@link #sites()}. With pooled
     * buffers that are sampled, these take the place of their pools' chunks.
     *
     * @return the one with most live bytes first, among them what is in no named scope; nothing if none was ever opened
     * @see #scope(String, String)
     */
    public static List<ScopeUsage> scopes() {
        return Scopes.list();
    }

    /**
     * Lines of code that hold old blocks, and their growth. Each line sums all stacks that lead to it.
     *
     * @return suspects first
     */
    public static Leaks leaks() {
        return LeakFinder.find();
    }

    /**
     * The sampling behind the figures of call sites.
     *
     * @return as of now
     */
    public static Sampling sampling() {
        return new Sampling(Sites.intervalBytes(), Sites.lostSamples() + Pools.lostSamples(), TrackedPart.coverage());
    }

    /**
     * Details of single blocks: pools, mapped files, zip streams, temporary buffers.
     *
     * @return as of now
     */
    public static Details details() {
        List<ZipStream> streams = new ArrayList<>();
        for (Origin stream : Origins.of(Category.ZIP.id())) {
            streams.add(new ZipStream(stream.bytes(), stream.ageNanos(), stream.threadName()));
        }
        streams.sort(Comparator.comparingLong(ZipStream::ageNanos).reversed());
        return new Details(pools(), mappedFiles(), streams, temporaryBuffers());
    }
}
