package io.nmt.report.reading.sources;

import java.io.File;
import java.io.IOException;

/**
 * The figures of {@code /proc/self/status}, the one place that reads them.
 *
 * <p>A Linux kernel keeps these counters apart for each processor. Where it has many, the sum that {@code status} shows
 * lags behind, and reads 0 below some hundred megabytes (JDK-8385892, seen with 128 processors). A process has resident
 * memory, so 0 is {@link #UNKNOWN} here: then {@code smaps_rollup} is asked, which looks at the pages themselves. That
 * takes milliseconds in a large process, and the rest microseconds.
 *
 * <p>The file stays open, and is read into the same array: a reading takes neither heap nor native memory. Not
 * thread-safe.
 */
public final class ProcessStatus implements AutoCloseable {
    /** A figure that the system does not tell, or tells wrongly. */
    public static final long UNKNOWN = -1;

    private static final File OWN = new File("/proc/self");
    private static final long MOST_KILOBYTES = 1L << 40; // a petabyte: more is no size of a process

    private final File directory;
    private final SmallFile status;
    private long resident = UNKNOWN;
    private long anonymous = UNKNOWN;
    private long files = UNKNOWN;
    private long shared = UNKNOWN;

    /**
     * Opens the file of this process.
     *
     * @throws IOException where there is none, as on other systems than Linux
     */
    public ProcessStatus() throws IOException {
        this(OWN);
    }

    /**
     * Opens the file of a directory that has the same files as {@code /proc/self}.
     *
     * @param directory with {@code status} and {@code smaps_rollup}
     * @throws IOException where there is no {@code status}
     */
    public ProcessStatus(File directory) throws IOException {
        this.directory = directory;
        this.status = new SmallFile(new File(directory, "status"));
    }

    /**
     * Resident memory of this process now.
     *
     * @return bytes, more than 0; or {@link #UNKNOWN}
     */
    public static long residentNow() {
        try (ProcessStatus status = new ProcessStatus()) {
            status.read();
            return status.residentBytes();
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    /**
     * The largest RSS that this process had.
     *
     * @return bytes, more than 0; or {@link #UNKNOWN}
     */
    public static long peakNow() {
        try (ProcessStatus status = new ProcessStatus()) {
            status.read();
            return status.peakBytes();
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    /**
     * Threads of this process now.
     *
     * @return 1 or more; or {@link #UNKNOWN}
     */
    public static long threadsNow() {
        try (ProcessStatus status = new ProcessStatus()) {
            status.read();
            return status.threads();
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    /**
     * Reads all figures anew.
     *
     * @throws IOException if {@code status} cannot be read
     */
    public void read() throws IOException {
        resident = UNKNOWN;
        anonymous = UNKNOWN;
        files = UNKNOWN;
        status.read();
        resident = positive(bytes(status, "VmRSS:"));
        anonymous = bytes(status, "RssAnon:");
        shared = bytes(status, "RssShmem:");
        files = sum(bytes(status, "RssFile:"), shared);
        // No JVM is without either: it has a stack, and its code.
        if (resident == UNKNOWN || anonymous == 0 || files == 0) {
            anonymous = positive(anonymous);
            files = positive(files);
            readPages();
        }
    }

    private void readPages() {
        try (SmallFile rollup = new SmallFile(new File(directory, "smaps_rollup"))) {
            rollup.read();
            long ofPages = positive(bytes(rollup, "Rss:"));
            if (ofPages != UNKNOWN) {
                resident = ofPages;
                anonymous = positive(bytes(rollup, "Anonymous:"));
                files = anonymous == UNKNOWN ? UNKNOWN : Math.max(0, ofPages - anonymous);
            }
        } catch (IOException e) {
            return; // a kernel without it: before 4.14
        }
    }

    private static long sum(long one, long other) {
        return one == UNKNOWN ? UNKNOWN : one + Math.max(0, other);
    }

    private static long positive(long bytes) {
        return bytes > 0 ? bytes : UNKNOWN;
    }

    private static long bytes(SmallFile file, String field) {
        long kilobytes = file.field(field);
        return kilobytes < 0 || kilobytes > MOST_KILOBYTES ? UNKNOWN : kilobytes << 10;
    }

    /**
     * Resident memory.
     *
     * @return bytes, more than 0; or {@link #UNKNOWN}
     */
    public long residentBytes() {
        return resident;
    }

    /**
     * The largest RSS that there was.
     *
     * @return bytes, more than 0; or {@link #UNKNOWN}
     */
    public long peakBytes() {
        return positive(bytes(status, "VmHWM:"));
    }

    /**
     * Resident pages of no file.
     *
     * @return bytes, more than 0; or {@link #UNKNOWN}
     */
    public long anonymousBytes() {
        return anonymous;
    }

    /**
     * Resident pages of files and of shared memory.
     *
     * @return bytes, or {@link #UNKNOWN}
     */
    public long fileBytes() {
        return files;
    }

    /**
     * Resident pages of shared memory, which {@link #fileBytes} has, too.
     *
     * @return bytes, or {@link #UNKNOWN}
     */
    public long sharedBytes() {
        return files == UNKNOWN ? UNKNOWN : shared;
    }

    /**
     * Memory that is swapped out.
     *
     * @return bytes, 0 where there is none; or {@link #UNKNOWN}
     */
    public long swappedBytes() {
        return bytes(status, "VmSwap:");
    }

    /**
     * Address space.
     *
     * @return bytes, more than 0; or {@link #UNKNOWN}
     */
    public long addressBytes() {
        return positive(bytes(status, "VmSize:"));
    }

    /**
     * Address space of data, which {@code ulimit -d} limits.
     *
     * @return bytes, more than 0; or {@link #UNKNOWN}
     */
    public long dataBytes() {
        return positive(bytes(status, "VmData:"));
    }

    /**
     * Threads of this process.
     *
     * @return 1 or more; or {@link #UNKNOWN}
     */
    public long threads() {
        return positive(status.field("Threads:"));
    }

    @Override
    public void close() throws IOException {
        status.close();
    }
}
