package io.nmt.report.document;

import io.nmt.core.model.Details;
import io.nmt.core.model.MappedFile;
import io.nmt.core.model.Pool;
import io.nmt.core.model.ThreadUsage;
import io.nmt.core.model.ZipStream;
import io.nmt.report.document.Report.Section;
import io.nmt.report.model.Ages;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Builds the lists of what is known of single blocks: pools, mapped files, zip streams not ended, temporary buffers
 * by thread.
 */
@SuppressWarnings("removal") // a security manager, which JDKs before 24 may have, asks for permissions
public final class DetailReport {
    private static final String LARGEST_CACHED_BUFFER = "jdk.nio.maxCachedBufferSize";

    private static final List<Column> POOLS = List.of(
            Column.bytes("", "In chunks"),
            Column.bytes("", "In use"),
            Column.count("", "Chunks"),
            Column.name("", "Category"),
            Column.name("", "Allocator"));

    private static final List<Column> FILES = List.of(
            Column.bytes("", "Length"),
            Column.bytes("", "Resident"),
            Column.age("", "Age"),
            Column.name("", "Mode"),
            Column.name("", "File"));

    private static final List<Column> STREAMS =
            List.of(Column.bytes("", "About"), Column.age("", "Age"), Column.name("", "Created by thread"));

    private static final List<Column> THREADS =
            List.of(Column.bytes("", "Bytes"), Column.count("", "Count"), Column.name("", "Allocated by thread"));

    private DetailReport() {}

    /**
     * Builds the lists.
     *
     * @param details to be shown
     * @param top how many rows of each list
     * @return lists for people; none if there is nothing to tell
     */
    public static Report of(Details details, int top) {
        List<Section> sections = new ArrayList<>();
        addPools(sections, details.pools(), top);
        addMappedFiles(sections, details.mappedFiles(), top);
        addZipStreams(sections, details.zipStreams(), top);
        addThreads(sections, details.temporaryBuffers(), top);
        return new Report(sections);
    }

    private static void addPools(List<Section> sections, List<Pool> pools, int top) {
        if (pools.isEmpty()) {
            return;
        }
        List<Pool> shown = Table.first(pools, top);
        Table table = new Table("", Table.title("Pools, the largest first", pools.size(), shown.size()), POOLS);
        for (Pool pool : shown) {
            table.add(
                    pool.chunkBytes(),
                    known(pool.inUseBytes()),
                    known(pool.chunks()),
                    pool.category() == null ? "?" : pool.category(),
                    pool.allocator());
        }
        sections.add(table);
        List<String> categories = new ArrayList<>();
        for (Pool pool : pools) {
            if (!categories.contains(pool.category())) {
                categories.add(pool.category());
                sections.add(sum(pool.category(), pools));
            }
        }
    }

    private static Object known(long figure) {
        return figure == Pool.UNKNOWN ? "?" : (Object) figure;
    }

    private static Lines sum(String category, List<Pool> pools) {
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
        return Lines.of(
                category == null ? "Memory of an unknown category" : SafeText.name(category),
                " has ",
                chunkBytes,
                " of " + libraries(category, pools) + " pool chunks, ",
                inUseBytes == Pool.UNKNOWN ? "an unknown part" : (Object) inUseBytes,
                " in use.\n");
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

    private static void addMappedFiles(List<Section> sections, List<MappedFile> files, int top) {
        if (files.isEmpty()) {
            return;
        }
        List<MappedFile> shown = Table.first(files, top);
        Table table = new Table("", Table.title("Mapped files, the largest first", files.size(), shown.size()), FILES);
        for (MappedFile file : shown) {
            table.add(
                    file.bytes(),
                    file.residentBytes() < 0 ? "?" : (Object) file.residentBytes(),
                    Ages.format(file.ageNanos()),
                    file.mode() == null ? "?" : file.mode(),
                    file.path() == null ? "?" : file.path());
        }
        sections.add(table);
    }

    private static void addZipStreams(List<Section> sections, List<ZipStream> streams, int top) {
        if (streams.isEmpty()) {
            return;
        }
        List<ZipStream> shown = Table.first(streams, top);
        Table table = new Table(
                "",
                Table.title("Inflaters and Deflaters not ended, the oldest first", streams.size(), shown.size()),
                STREAMS);
        for (ZipStream stream : shown) {
            table.add(stream.bytes(), Ages.format(stream.ageNanos()), stream.threadName());
        }
        sections.add(table);
    }

    private static void addThreads(List<Section> sections, List<ThreadUsage> threads, int top) {
        if (threads.isEmpty()) {
            return;
        }
        String limit = largestCachedBuffer();
        String title = "Temporary NIO buffers by thread, the most bytes first"
                + (limit == null ? "" : ", " + LARGEST_CACHED_BUFFER + "=" + limit);
        List<ThreadUsage> shown = Table.first(threads, top);
        Table table = new Table("", Table.title(title, threads.size(), shown.size()), THREADS);
        for (ThreadUsage thread : shown) {
            table.add(thread.bytes(), thread.count(), thread.threadName());
        }
        sections.add(table);
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
}
