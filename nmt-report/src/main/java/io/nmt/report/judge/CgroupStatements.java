package io.nmt.report.judge;

import io.nmt.core.model.PageKinds;
import io.nmt.report.model.Basis;
import io.nmt.report.model.CgroupFigure;
import io.nmt.report.model.CgroupMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.SubjectType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Statements on the container's memory against its limit, and on its parts beside the process. Pure functions. */
final class CgroupStatements {
    private static final String FILES = "Files in memory (tmpfs, shared memory)";
    private static final String KERNEL = "Kernel memory of the container";
    private static final String OTHERS = "Other processes of the container";
    private static final String KILLS = "OOM kills in the container";
    private static final double NEAR_SHARE = 0.8;
    private static final double FULL_SHARE = 0.9;
    private static final double MAX_FILE_SHARE = 0.2;
    private static final long SOON_MINUTES = 60;
    private static final int MIN_PART_DIVISOR = 4; // a quarter

    private CgroupStatements() {}

    /** None where there is no limit. */
    static List<Statement> of(ResidentLines lines) {
        CgroupMemory cgroup = lines.memory().cgroup();
        if (!cgroup.isKnown()) {
            return List.of();
        }
        List<Statement> all = new ArrayList<>();
        all.add(limit(lines, cgroup));
        all.add(files(lines, cgroup));
        all.add(kernel(lines, cgroup));
        all.add(others(lines, cgroup));
        all.add(kills(lines, cgroup));
        all.removeIf(Objects::isNull);
        return all;
    }

    /** Tells whether it is on all of the container's memory. */
    static boolean isOnAll(Statement statement) {
        return statement.subject().type() == SubjectType.CGROUP
                && statement.subject().name().equals(ContainerGrowth.NAME);
    }

    /** Returns null where what counts is far from the limit and does not grow, and page cache does not fill it. */
    private static Statement limit(ResidentLines lines, CgroupMemory cgroup) {
        long limit = cgroup.get(CgroupFigure.LIMIT);
        long counted = cgroup.countedBytes();
        Statement rise = lines.riseOfCgroup();
        Statement pace = rise != null ? rise : isOfProcess(lines, cgroup) ? lines.rise() : null;
        boolean grows = pace != null && pace.kind() != Kind.NORMAL && pace.perMinute() > 0;
        long minutes = grows ? Math.max(0, limit - counted) / pace.perMinute() : Statement.UNKNOWN;
        boolean isNear = counted >= NEAR_SHARE * limit || (grows && minutes <= SOON_MINUTES);
        boolean isCache = cgroup.get(CgroupFigure.USAGE) >= FULL_SHARE * limit;
        if (!isNear && !isCache && rise == null) {
            return null;
        }
        Draft draft = Draft.of(
                        lines,
                        SubjectType.CGROUP,
                        isNear ? Kind.LIMIT : rise == null ? Kind.RECLAIMABLE : Kind.GROWING,
                        ContainerGrowth.NAME,
                        counted)
                .with(Basis.CONTAINER_BYTES, limit)
                .with(Basis.LIMIT_PERCENT, ResidentLines.percent(counted, limit));
        if (isCache) {
            draft.with(Basis.CHARGED_PERCENT, ResidentLines.percent(cgroup.get(CgroupFigure.USAGE), limit))
                    .with(Basis.CLEAN_BYTES, cgroup.reclaimableBytes());
        }
        if (grows) {
            draft.growing(pace.perMinute(), pace.sinceMillis()).with(Basis.FULL_IN_MINUTES, minutes);
        }
        return draft.next(isNear || rise != null ? Next.ADVISE : Next.NONE).make();
    }

    /** The pace of RSS is that of the container unless files are much of either: RSS lacks some, and has others. */
    private static boolean isOfProcess(ResidentLines lines, CgroupMemory cgroup) {
        PageKinds pages = lines.memory().pages();
        long files = pages.cleanFileBytes() + pages.dirtyFileBytes();
        return lines.memory().unmappedSharedBytes() <= MAX_FILE_SHARE * cgroup.countedBytes()
                && files <= MAX_FILE_SHARE * lines.memory().rssBytes();
    }

    /** Returns null where the kernel does not tell. */
    private static Statement files(ResidentLines lines, CgroupMemory cgroup) {
        long bytes = lines.memory().unmappedSharedBytes();
        if (bytes < 0) {
            return null;
        }
        Draft draft = part(lines, cgroup, FILES, bytes, lines.changeOfCgroup(CgroupFigure.SHARED, bytes));
        // A larger one has files of others.
        if (cgroup.largestTmpfsBytes() > 0 && cgroup.largestTmpfsBytes() <= bytes) {
            draft.with(Basis.LARGEST_BYTES, cgroup.largestTmpfsBytes(), cgroup.largestTmpfs());
        }
        return draft.next(Next.TMPFS).make();
    }

    /** Without what the kernel drops first, where it tells that. Returns null where it tells nothing. */
    private static Statement kernel(ResidentLines lines, CgroupMemory cgroup) {
        long all = cgroup.get(CgroupFigure.KERNEL);
        long reclaimable = Math.max(0, cgroup.get(CgroupFigure.SLAB_RECLAIMABLE));
        long bytes = Math.max(0, all - reclaimable);
        if (all < 0) {
            return null;
        }
        Draft draft = part(lines, cgroup, KERNEL, bytes, lines.changeOfCgroup(CgroupFigure.KERNEL, bytes));
        if (cgroup.get(CgroupFigure.SLAB_RECLAIMABLE) < 0) {
            draft.with(Basis.AT_MOST, 0);
        }
        addPart(draft, cgroup.get(CgroupFigure.SLAB) - reclaimable, bytes, "slabs");
        addPart(draft, cgroup.get(CgroupFigure.PAGE_TABLES), bytes, "page tables");
        return draft.make();
    }

    private static void addPart(Draft draft, long bytes, long ofBytes, String name) {
        if (bytes >= Math.max(1, ofBytes / MIN_PART_DIVISOR)) {
            draft.with(Basis.PART_BYTES, bytes, name);
        }
    }

    /** Returns null if there are none, or that is not known. */
    private static Statement others(ResidentLines lines, CgroupMemory cgroup) {
        long count = cgroup.get(CgroupFigure.OTHERS);
        long bytes = cgroup.get(CgroupFigure.OTHERS_RSS);
        if (count <= 0) {
            return null;
        }
        return part(lines, cgroup, OTHERS, bytes, lines.changeOfCgroup(CgroupFigure.OTHERS_RSS, bytes))
                .with(Basis.AT_MOST, 0)
                .with(Basis.OWNERS, count, count == 1 ? "process" : "processes")
                .next(Next.PROCESSES)
                .make();
    }

    private static Draft part(ResidentLines lines, CgroupMemory cgroup, String name, long bytes, LineChange change) {
        return Draft.of(lines, SubjectType.CGROUP, Kind.HELD, name, bytes)
                .with(Basis.LIMIT_PERCENT, ResidentLines.percent(bytes, cgroup.get(CgroupFigure.LIMIT)))
                .withChange(change, bytes);
    }

    /** Returns null if there was none. */
    private static Statement kills(ResidentLines lines, CgroupMemory cgroup) {
        long kills = cgroup.get(CgroupFigure.OOM_KILLS);
        if (kills <= 0) {
            return null;
        }
        Draft draft =
                Draft.of(lines, SubjectType.COUNT, Kind.LIMIT, KILLS, kills).with(Basis.KILLED_FOR_MEMORY, 0);
        LineChange more = lines.since(kills, before -> before.cgroup(CgroupFigure.OOM_KILLS));
        if (more.bytes() > 0) {
            draft.withMore(more);
        }
        return draft.next(Next.ADVISE).make();
    }
}
