package io.nmt.report.document;

import io.nmt.core.model.Details;
import io.nmt.core.model.MappedFile;
import io.nmt.core.model.Pool;
import io.nmt.core.model.Scale;
import io.nmt.core.model.ThreadUsage;
import io.nmt.core.model.ZipStream;
import io.nmt.report.model.Ages;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Details of single blocks, as tables for people: pools, mapped files, zip streams not ended, temporary buffers by
 * thread.
 */
@SuppressWarnings("removal") // a security manager, which JDKs before 24 may have, asks for permissions
public final class DetailReport {
    private static final String LARGEST_CACHED_BUFFER = "jdk.nio.maxCachedBufferSize";
    private static final int MOST_ROWS = 10;

    private DetailReport() {}

    /**
     * Writes them. Of long lists it shows the start, and says how much there is in all.
     *
     * @param details to be shown
     * @param scale the unit of all byte figures
     * @return lines, each ended by a line feed; nothing if there is nothing to tell
     */
    public static String of(Details details, Scale scale) {
        return of(details, scale, MOST_ROWS);
    }

    /**
     * Writes them.
     *
     * @param details to be shown
     * @param scale the unit of all byte figures
     * @param mostRows of each list; of longer ones it shows the start, and says how much there is in all
     * @return lines, each ended by a line feed; nothing if there is nothing to tell
     */
    public static String of(Details details, Scale scale, int mostRows) {
        StringBuilder text = new StringBuilder();
        appendPools(text, details.pools(), scale, mostRows);
        appendMappedFiles(text, details.mappedFiles(), scale, mostRows);
        appendZipStreams(text, details.zipStreams(), scale, mostRows);
        appendThreads(text, details.temporaryBuffers(), scale, mostRows);
        return text.toString();
    }

    private static void appendPools(StringBuilder text, List<Pool> pools, Scale scale, int mostRows) {
        if (pools.isEmpty()) {
            return;
        }
        appendTitle(text, "Pools, the largest first", pools.size(), mostRows);
        TextTable table = TextTable.ofFiguresAndName("In chunks", "In use", "Chunks", "Category", "Allocator");
        for (Pool pool : pools.subList(0, Math.min(pools.size(), mostRows))) {
            table.add(
                    scale.format(pool.chunkBytes()),
                    pool.inUseBytes() == Pool.UNKNOWN ? "?" : scale.format(pool.inUseBytes()),
                    pool.chunks() == Pool.UNKNOWN ? "?" : Scale.group(pool.chunks()),
                    pool.category() == null ? "?" : pool.category(),
                    pool.allocator());
        }
        table.appendTo(text);
        List<String> categories = new ArrayList<>();
        for (Pool pool : pools) {
            if (!categories.contains(pool.category())) {
                categories.add(pool.category());
                appendSum(text, pool.category(), pools, scale);
            }
        }
    }

    private static void appendSum(StringBuilder text, String category, List<Pool> pools, Scale scale) {
        long chunkBytes = 0;
        long inUseBytes = 0;
        for (Pool pool : pools) {
            if (Objects.equals(pool.category(), category)) {
                chunkBytes += pool.chunkBytes();
                inUseBytes = inUseBytes == Pool.UNKNOWN || pool.inUseBytes() == Pool.UNKNOWN
                        ? Pool.UNKNOWN
                        : inUseBytes + pool.inUseBytes();
            }
        }
        text.append(category == null ? "Memory of an unknown category" : SafeText.name(category))
                .append(" has ")
                .append(Amounts.format(chunkBytes, scale))
                .append(" of ")
                .append(libraries(category, pools))
                .append(" pool chunks, ")
                .append(inUseBytes == Pool.UNKNOWN ? "an unknown part" : Amounts.format(inUseBytes, scale))
                .append(" in use.\n");
    }

    /** Names the libraries that the pools of a category belong to. */
    private static String libraries(String category, List<Pool> pools) {
        Set<String> names = new LinkedHashSet<>();
        for (Pool pool : pools) {
            if (Objects.equals(pool.category(), category)) {
                names.add(library(pool.allocator()));
            }
        }
        return String.join(" and ", names);
    }

    /** Also of a class that was relocated: the library's package is somewhere in its name. */
    private static String library(String allocator) {
        return allocator.contains("jetty.") ? "Jetty" : allocator.contains("undertow.") ? "Undertow" : "Netty";
    }

    private static void appendMappedFiles(StringBuilder text, List<MappedFile> files, Scale scale, int mostRows) {
        if (files.isEmpty()) {
            return;
        }
        appendTitle(text, "Mapped files, the largest first", files.size(), mostRows);
        TextTable table = TextTable.ofFiguresAndName("Length", "Resident", "Age", "Mode", "File");
        for (MappedFile file : files.subList(0, Math.min(files.size(), mostRows))) {
            table.add(
                    scale.format(file.bytes()),
                    file.residentBytes() < 0 ? "?" : scale.format(file.residentBytes()),
                    Ages.format(file.ageNanos()),
                    file.mode() == null ? "?" : file.mode(),
                    file.path() == null ? "?" : file.path());
        }
        table.appendTo(text);
    }

    private static void appendZipStreams(StringBuilder text, List<ZipStream> streams, Scale scale, int mostRows) {
        if (streams.isEmpty()) {
            return;
        }
        appendTitle(text, "Inflaters and Deflaters not ended, the oldest first", streams.size(), mostRows);
        TextTable table = TextTable.ofFiguresAndName("About", "Age", "Made by thread");
        for (ZipStream stream : streams.subList(0, Math.min(streams.size(), mostRows))) {
            table.add(scale.format(stream.bytes()), Ages.format(stream.ageNanos()), stream.threadName());
        }
        table.appendTo(text);
    }

    private static void appendThreads(StringBuilder text, List<ThreadUsage> threads, Scale scale, int mostRows) {
        if (threads.isEmpty()) {
            return;
        }
        String limit = largestCachedBuffer();
        String title = "Temporary NIO buffers by thread, the most bytes first";
        if (limit != null) {
            title += ", " + LARGEST_CACHED_BUFFER + "=" + limit;
        }
        appendTitle(text, title, threads.size(), mostRows);
        TextTable table = TextTable.ofFiguresAndName("Bytes", "Count", "Allocated by thread");
        for (ThreadUsage thread : threads.subList(0, Math.min(threads.size(), mostRows))) {
            table.add(scale.format(thread.bytes()), Scale.group(thread.count()), thread.threadName());
        }
        table.appendTo(text);
    }

    /** Loads the classes that it needs beside its own. */
    static void prepare() {
        largestCachedBuffer();
    }

    /** Returns null if it is not set, or a security manager does not let it be read. */
    private static String largestCachedBuffer() {
        return AccessController.doPrivileged(new PrivilegedAction<String>() {
            @Override
            public String run() {
                try {
                    return System.getProperty(LARGEST_CACHED_BUFFER);
                } catch (SecurityException e) {
                    return null;
                }
            }
        });
    }

    private static void appendTitle(StringBuilder text, String title, int count, int mostRows) {
        text.append('\n').append(title).append(" (").append(Scale.group(count));
        if (count > mostRows) {
            text.append(", ").append(mostRows).append(" shown");
        }
        text.append(")\n");
    }
}
