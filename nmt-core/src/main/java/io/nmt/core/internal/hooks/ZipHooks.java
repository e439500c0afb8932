package io.nmt.core.internal.hooks;

import io.nmt.core.internal.blocks.BlockRecord;
import io.nmt.core.internal.origins.Origins;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.model.Category;
import io.nmt.core.threads.DetachedThread;

/**
 * The hooks in the JDK's {@code Inflater} and {@code Deflater}. Nothing else calls it. Zlib allocates with malloc,
 * unseen by Java, so the sizes are what its source asks malloc for, given the parameters that the JDK passes: an
 * estimate.
 *
 * <p>As in {@link UnsafeHooks}, no method throws, blocks, or allocates native memory.
 */
public final class ZipHooks {
    /*
     * Sizes on 64-bit systems. The state's size differs by a few words between zlib 1.2.11 and 1.3.2.
     *
     * A deflater takes all it needs at once: with the JDK's window of 32 KiB and memory level 8, four times 64 KiB
     * (window, hash chains, their heads, output). Neither setLevel nor reset changes that.
     *
     * An inflater takes its window when inflate() has put out something that later output may refer to: not in a call
     * that also ends a stream in zlib format, but a raw stream has no checksum and so no such end (inflate.c, at
     * inf_leave). A dictionary goes into the window, too. Then the inflater keeps it, also when it is reset. A new raw
     * inflater is told from others by the size in its record.
     *
     * What happens to one stream happens on one thread at a time. If another one ends it just now, there is no record
     * to be put back larger.
     */
    private static final int STREAM_BYTES = 112;
    private static final int WINDOW_BYTES = 32 * 1024;

    static void initialise() {
        category(); // links it
        ZipProbe.takesOpened();
    }

    /** An inflater of the zlib format, without its window. */
    public static final int NEW_INFLATER_BYTES = STREAM_BYTES + 7160;

    /** An inflater of raw streams, without its window. */
    public static final int NEW_RAW_INFLATER_BYTES = NEW_INFLATER_BYTES - 8;

    /** An inflater with its window. */
    public static final int INFLATER_BYTES = NEW_INFLATER_BYTES + WINDOW_BYTES;

    /** A deflater. */
    public static final int DEFLATER_BYTES = STREAM_BYTES + 5960 + 4 * 64 * 1024;

    private static final int ZIP = Category.ZIP.id();
    private static final int TRACKING = Category.NATIVE_MEMORY_TRACKING.id();

    private static volatile Thread starting;

    private ZipHooks() {}

    /**
     * Called when an {@code Inflater} has been made.
     *
     * @param address of its zlib stream
     * @param raw whether it takes raw streams ("nowrap")
     */
    public static void inflaterOpened(long address, boolean raw) {
        opened(address, raw ? NEW_RAW_INFLATER_BYTES : NEW_INFLATER_BYTES);
    }

    /**
     * Called when a {@code Deflater} has been made.
     *
     * @param address of its zlib stream
     */
    public static void deflaterOpened(long address) {
        opened(address, DEFLATER_BYTES);
    }

    /**
     * Says which thread starts the agent, or a part of it: it opens streams to read the agent's classes.
     *
     * @param thread that one; null when it has done so
     * @return the one before, or null
     */
    public static Thread startsAgent(Thread thread) {
        Thread before = starting;
        starting = thread;
        return before;
    }

    /** The agent's own threads read its classes, too. */
    private static int category() {
        Thread thread = Thread.currentThread();
        return thread == starting || thread instanceof DetachedThread ? TRACKING : ZIP;
    }

    private static void opened(long address, int bytes) {
        try {
            if (ZipProbe.takesOpened()) {
                return;
            }
            int category = category();
            Tracker.allocated(address, bytes, category);
            Origins.opened(address, bytes, category);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * Called after an inflater has worked.
     *
     * @param written what it has put out now
     * @param bytesWritten what it has put out since it was made or reset, with that
     * @param finished whether the stream's end was reached
     * @param address of its zlib stream
     */
    public static void inflated(int written, long bytesWritten, boolean finished, long address) {
        try {
            // Only the first output after each reset costs a look into the table.
            if (written == 0 || bytesWritten != written) {
                return;
            }
            long entry = Tracker.recordOf(address);
            long bytes = BlockRecord.bytes(entry);
            if (bytes == NEW_RAW_INFLATER_BYTES || (bytes == NEW_INFLATER_BYTES && !finished)) {
                addWindow(address, BlockRecord.categoryId(entry));
            }
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * Called after an inflater has been given a dictionary.
     *
     * @param address of its zlib stream
     */
    public static void dictionarySet(long address) {
        try {
            long entry = Tracker.recordOf(address);
            long bytes = BlockRecord.bytes(entry);
            if (bytes == NEW_RAW_INFLATER_BYTES || bytes == NEW_INFLATER_BYTES) {
                addWindow(address, BlockRecord.categoryId(entry));
            }
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    private static void addWindow(long address, int category) {
        if (Tracker.freed(address) == BlockRecord.NONE) {
            return;
        }
        Tracker.allocated(address, INFLATER_BYTES, category);
        Origins.resized(address, INFLATER_BYTES);
    }

    /**
     * Called before an inflater or deflater is ended, by its user or by the cleaner.
     *
     * @param address of its zlib stream, or 0 if it has been ended before
     */
    public static void ending(long address) {
        if (address == 0) {
            return;
        }
        try {
            if (ZipProbe.takesEnded()) {
                return;
            }
            try {
                Tracker.freed(address);
            } finally {
                Origins.closed(address);
            }
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }
}
