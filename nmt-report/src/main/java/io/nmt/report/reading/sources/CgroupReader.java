package io.nmt.report.reading.sources;

import io.nmt.report.model.CgroupFigure;
import io.nmt.report.model.CgroupMemory;
import java.io.File;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The one reader of a cgroup's files, of version 1 and 2. What counts toward a kill is read from files that stay open,
 * in some microseconds and without heap; all figures are read on demand. A file that is missing or has something else
 * in it makes its figures unknown, and throws nothing. Not thread-safe.
 *
 * <p>The kernel kills where it finds nothing to reclaim. So usage counts without {@code inactive_file}, {@code
 * active_file} and {@code slab_reclaimable}. That is less than the working set of Kubernetes, which has active page
 * cache in it. Files of tmpfs are not among these, and count. Version 1 does not tell what it can reclaim of its slabs.
 */
public final class CgroupReader implements AutoCloseable {
    // v1 says "none" by the largest number of whole pages; more is no size of anything.
    private static final long MOST_BYTES = 1L << 60;

    private static final int MOST_PERCENT = 100;

    /**
     * The place of a figure: {@code FILE} for its only number, or {@code FILE:field+field} for the sum of those that
     * are there.
     */
    private record Row(CgroupFigure figure, String v2, String v1) {
        String place(boolean ofV1) {
            return ofV1 ? v1 : v2;
        }
    }

    private static final Row LIMIT = new Row(CgroupFigure.LIMIT, "memory.max", "memory.limit_in_bytes");
    private static final Row USAGE = new Row(CgroupFigure.USAGE, "memory.current", "memory.usage_in_bytes");
    private static final String STAT = "memory.stat";
    private static final List<Row> ROWS = List.of(
            LIMIT,
            USAGE,
            new Row(CgroupFigure.ANONYMOUS, "memory.stat:anon", "memory.stat:total_rss"),
            new Row(
                    CgroupFigure.FILE,
                    "memory.stat:inactive_file+active_file",
                    "memory.stat:total_inactive_file+total_active_file"),
            new Row(CgroupFigure.SHARED, "memory.stat:shmem", "memory.stat:total_shmem"),
            new Row(CgroupFigure.KERNEL, "memory.stat:kernel", "memory.kmem.usage_in_bytes"),
            new Row(CgroupFigure.SLAB, "memory.stat:slab", ""),
            new Row(CgroupFigure.SLAB_RECLAIMABLE, "memory.stat:slab_reclaimable", ""),
            new Row(CgroupFigure.PAGE_TABLES, "memory.stat:pagetables", ""),
            new Row(CgroupFigure.SOCKETS, "memory.stat:sock", "memory.kmem.tcp.usage_in_bytes"),
            new Row(CgroupFigure.SWAP, "memory.swap.current", "memory.stat:total_swap"),
            new Row(CgroupFigure.ZSWAP, "memory.stat:zswap", ""),
            new Row(CgroupFigure.HIGH, "memory.high", ""),
            new Row(CgroupFigure.HIGHS, "memory.events:high", ""),
            new Row(CgroupFigure.OOM_KILLS, "memory.events:oom_kill", "memory.oom_control:oom_kill"));
    private static final String PRESSURE = "memory.pressure";
    private static final String PRESSURE_FIELD = "some avg10=";

    private final File directory;
    private final boolean v1;
    private final File unified;
    private final SmallFile usage;
    private final SmallFile limit;
    private final SmallFile stat;
    private final String[] reclaimable;

    private CgroupReader(File directory, Cgroup cgroup) throws IOException {
        this.directory = directory;
        this.v1 = cgroup.v1();
        this.unified = v1 ? cgroup.unified() : directory;
        this.usage = new SmallFile(new File(directory, USAGE.place(v1)));
        this.limit = new SmallFile(new File(directory, LIMIT.place(v1)));
        this.stat = new SmallFile(new File(directory, STAT));
        this.reclaimable = v1
                ? new String[] {"total_inactive_file ", "total_active_file "}
                : new String[] {"inactive_file ", "active_file ", "slab_reclaimable "};
    }

    /**
     * Opens the files of the cgroup whose limit is met first.
     *
     * @param cgroup those of a process
     * @return null if there is no limit, or its usage cannot be read
     */
    public static CgroupReader of(Cgroup cgroup) {
        File limiting = cgroup.limiting();
        try {
            return limiting == null ? null : new CgroupReader(limiting, cgroup);
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * Opens the files of the cgroup that the process is in, with a limit or without.
     *
     * @param cgroup those of a process
     * @return null if they cannot be read
     */
    public static CgroupReader ofOwn(Cgroup cgroup) {
        try {
            return cgroup.directories().isEmpty()
                    ? null
                    : new CgroupReader(cgroup.directories().get(0), cgroup);
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * Reads all figures of the cgroup of a process.
     *
     * @param process its directory in {@code /proc}
     * @param pid its id, as this process knows it
     * @return without figures where there is no limit
     */
    public static CgroupMemory read(File process, long pid) {
        try (CgroupReader reader = of(Cgroup.of(process))) {
            if (reader == null) {
                return CgroupMemory.NONE;
            }
            Map<CgroupFigure, Long> figures = reader.figures();
            CgroupProcesses.add(reader.directory, pid, figures);
            TmpfsMounts.Largest largest = TmpfsMounts.largest(process);
            return new CgroupMemory(figures, largest.path(), largest.bytes());
        } catch (IOException | SecurityException e) {
            return CgroupMemory.NONE;
        }
    }

    static String limitFile(boolean v1) {
        return LIMIT.place(v1);
    }

    /** The directory of the cgroup. */
    public File directory() {
        return directory;
    }

    /**
     * The directory that has a figure: of the pressure, beside memory in version 1, the one of version 2.
     *
     * @param figure of the cgroup
     * @return its directory
     */
    public File directory(CgroupFigure figure) {
        return figure == CgroupFigure.PRESSURE && unified != null ? unified : directory;
    }

    /**
     * The limit.
     *
     * @return bytes; {@link Long#MAX_VALUE} if there is none any more
     * @throws IOException if it cannot be read
     */
    public long limitBytes() throws IOException {
        limit.read();
        long bytes = limit.number();
        return bytes <= 0 || bytes > MOST_BYTES ? Long.MAX_VALUE : bytes;
    }

    /**
     * Reads what counts toward a kill. The statistics cost more than the rest, and are not read for little.
     *
     * @param lowestOfInterest if it is not more than this, it may be told too high, but not above this
     * @return bytes
     * @throws IOException if it cannot be read
     */
    public long countedBytes(long lowestOfInterest) throws IOException {
        usage.read();
        long charged = usage.number();
        if (charged < 0 || charged > MOST_BYTES) {
            throw new IOException("no number in " + directory);
        }
        if (charged <= lowestOfInterest) {
            return charged;
        }
        stat.read();
        long counted = charged;
        for (String field : reclaimable) {
            counted -= Math.max(0, Math.min(MOST_BYTES, stat.field(field)));
        }
        return Math.max(0, counted);
    }

    /**
     * Reads one figure that is in a file of its own.
     *
     * @param figure such as {@link CgroupFigure#HIGHS}
     * @return {@link CgroupMemory#UNKNOWN} if it cannot be read
     */
    public long read(CgroupFigure figure) {
        if (figure == CgroupFigure.PRESSURE) {
            return unified == null
                    ? CgroupMemory.UNKNOWN
                    : percent(SmallFile.field(new File(unified, PRESSURE), PRESSURE_FIELD));
        }
        for (Row row : ROWS) {
            if (row.figure == figure) {
                return read(row.place(v1));
            }
        }
        return CgroupMemory.UNKNOWN;
    }

    private Map<CgroupFigure, Long> figures() {
        Map<CgroupFigure, Long> figures = new EnumMap<>(CgroupFigure.class);
        for (CgroupFigure figure : CgroupFigure.values()) {
            long value = read(figure);
            if (value >= 0) {
                figures.put(figure, value);
            }
        }
        return figures;
    }

    private long read(String place) {
        int colon = place.indexOf(':');
        try (SmallFile file = new SmallFile(new File(directory, colon < 0 ? place : place.substring(0, colon)))) {
            file.read();
            if (colon < 0) {
                return known(file.number());
            }
            long sum = CgroupMemory.UNKNOWN;
            for (String field : place.substring(colon + 1).split("\\+")) {
                long value = known(file.field(field.concat(" ")));
                sum = value < 0 ? sum : Math.max(0, sum) + value;
            }
            return sum;
        } catch (IOException e) {
            return CgroupMemory.UNKNOWN;
        }
    }

    private static long percent(long value) {
        return value > MOST_PERCENT ? CgroupMemory.UNKNOWN : value;
    }

    private static long known(long value) {
        return value > MOST_BYTES ? CgroupMemory.UNKNOWN : value;
    }

    @Override
    public void close() throws IOException {
        usage.close();
        limit.close();
        stat.close();
    }
}
