package io.nmt.report.judge;

import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.LateStart;
import io.nmt.core.model.PageKinds;
import io.nmt.core.model.Snapshot;
import io.nmt.report.document.StatementText;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.CgroupFigure;
import io.nmt.report.model.CgroupMemory;
import io.nmt.report.model.Component;
import io.nmt.report.model.MallocUsage;
import io.nmt.report.model.ResidentFile;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import io.nmt.report.past.ResidentPoint;
import io.nmt.report.reading.ResidentReading;
import io.nmt.report.reading.ResidentReading.Facts;
import io.nmt.report.reading.ResidentReading.TopSite;
import io.nmt.report.reading.division.HugePages;
import io.nmt.report.reading.sources.DirectBuffers;
import io.nmt.report.reading.sources.JvmFigures;
import io.nmt.report.reading.sources.LastProfile;
import io.nmt.report.reading.sources.LastTrim;
import io.nmt.report.reading.sources.Limits;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Readings of processes that a test describes, in MB. What it does not name is small, or not known. */
public final class Readings {
    static final long MB = 1L << 20;
    private static final long SECOND = 1_000_000_000;

    private final List<ResidentLine> lines = new ArrayList<>();
    private final List<ResidentFile> files = new ArrayList<>();
    private final Map<String, TopSite> sites = new HashMap<>();
    private final Map<HugePages, Long> hugeBytes = new EnumMap<>(HugePages.class);
    private PageKinds pages = PageKinds.NONE;
    private boolean tracking;
    private MallocUsage malloc = new MallocUsage(0, 0, -1, List.of());
    private String allocator = "glibc";
    private int arenas = 16;
    private long heapMax = 512 * MB;
    private long lived;
    private long used;
    private long notCollected;
    private boolean atMost;
    private DirectBuffers directPool = DirectBuffers.NONE;
    private LastTrim trimmed;
    private LastProfile profile;
    private boolean fromStart = true;
    private long peakRss;
    private long upMillis;
    private long directPeak;
    private long directNow;
    private Limits limits = new Limits(512 * MB, true, 0, 65_530, false, "madvise", 0, 0, 0);
    private int mappings = 500;
    private int mappedFiles;
    private int threads = 22;
    private long seconds;
    private long finalizers;

    private final Map<CgroupFigure, Long> cgroup = new EnumMap<>(CgroupFigure.class);
    private long tmpfs;

    /** A figure of the cgroup, as it is. */
    Readings cgroup(CgroupFigure figure, long value) {
        cgroup.put(figure, value);
        return this;
    }

    /** Limit, usage, page cache, files in memory, of the cgroup. */
    Readings cgroup(long limitMb, long usageMb, long cacheMb, long sharedMb) {
        return cgroup(CgroupFigure.LIMIT, limitMb * MB)
                .cgroup(CgroupFigure.USAGE, usageMb * MB)
                .cgroup(CgroupFigure.FILE, cacheMb * MB)
                .cgroup(CgroupFigure.SHARED, sharedMb * MB);
    }

    /** In the largest. */
    Readings tmpfs(long megabytes) {
        tmpfs = megabytes * MB;
        return this;
    }

    /** Adds pages without a file. */
    Readings anonymous(long megabytes) {
        pages = pages.plus(new PageKinds(0, 0, 0, megabytes * MB));
        return this;
    }

    Readings arenas(int number) {
        arenas = number;
        return this;
    }

    /** Lines are given as component, megabytes, ... */
    static Readings of(Object... componentsAndMegabytes) {
        Readings readings = new Readings();
        for (int i = 0; i < componentsAndMegabytes.length; i += 2) {
            Object component = componentsAndMegabytes[i];
            String name = component instanceof Component known ? known.label() : component.toString();
            readings.line(name, ((Number) componentsAndMegabytes[i + 1]).longValue(), "");
        }
        return readings;
    }

    Readings line(String component, long megabytes, String note) {
        return line(component, megabytes, megabytes, note);
    }

    Readings line(String component, long committed, long resident, String note) {
        Component kind =
                component.startsWith(Component.JVM_MALLOC.label()) && !component.equals(Component.JVM_ROUNDING.label())
                        ? Component.JVM_MALLOC
                        : Component.named(component);
        lines.add(
                new ResidentLine(component, kind, committed * MB, committed * MB, resident * MB, Accuracy.EXACT, note));
        return this;
    }

    /** With a line for all of that kind, if there is none yet. Of pages: clean, to be written, shared, private. */
    Readings file(String path, boolean tracked, long megabytes, long clean, long dirty, long shared, long anonymous) {
        PageKinds kinds = new PageKinds(clean * MB, dirty * MB, shared * MB, anonymous * MB);
        long resident = clean + dirty + shared + anonymous;
        files.add(new ResidentFile(path, tracked, megabytes * MB, resident * MB, kinds));
        pages = pages.plus(kinds);
        String component = tracked ? Category.MAPPED_FILE.name() : Component.OTHER_FILES.label();
        if (lines.stream().noneMatch(line -> line.component().equals(component))) {
            line(component, megabytes, resident, "");
        }
        return this;
    }

    Readings tracking() {
        tracking = true;
        return this;
    }

    Readings malloc(String name, MallocUsage usage) {
        allocator = name;
        malloc = usage;
        return this;
    }

    Readings heap(long maxMegabytes, long livedMegabytes) {
        heapMax = maxMegabytes * MB;
        lived = livedMegabytes * MB;
        return this;
    }

    /** Now: what lives, and garbage. */
    Readings used(long megabytes) {
        used = megabytes * MB;
        return this;
    }

    /** The part of the live figure that may be garbage. */
    Readings notCollected(long megabytes) {
        notCollected = megabytes * MB;
        return this;
    }

    /** Also of the rest, part may be garbage. */
    Readings atMost() {
        atMost = true;
        return this;
    }

    /** The JVM's own count of direct buffers, and what of them is not tracked. */
    Readings directPool(long count, long megabytes, long untracked) {
        directPool = new DirectBuffers(count, megabytes * MB, untracked * MB);
        return this;
    }

    /** A profile of malloc at that second, with its finding. */
    Readings profiled(long second, String finding) {
        profile = new LastProfile(second * SECOND, finding);
        return this;
    }

    /** A trim of malloc at that second, the bytes that it returned, and those that it kept free then. */
    Readings trimmed(long second, long givenBack, long free) {
        trimmed = new LastTrim(second * SECOND, givenBack * MB, free * MB);
        return this;
    }

    /** The agent was attached later. */
    Readings late() {
        fromStart = false;
        return this;
    }

    /** Since its start. */
    Readings upFor(long upSeconds) {
        upMillis = upSeconds * 1000;
        return this;
    }

    Readings peakRss(long megabytes) {
        peakRss = megabytes * MB;
        return this;
    }

    Readings direct(long peakMegabytes, long nowMegabytes) {
        directPeak = peakMegabytes * MB;
        directNow = nowMegabytes * MB;
        return this;
    }

    Readings limits(Limits allowed) {
        limits = allowed;
        return this;
    }

    Readings site(Category category, String name, double part) {
        sites.put(category.name(), new TopSite(name, part));
        return this;
    }

    Readings huge(HugePages where, long megabytes) {
        hugeBytes.put(where, megabytes * MB);
        return this;
    }

    Readings mappings(int count) {
        mappings = count;
        return this;
    }

    Readings mappedFiles(int count) {
        mappedFiles = count;
        return this;
    }

    Readings threads(int count) {
        threads = count;
        return this;
    }

    /** Objects that wait for their finalizer. */
    Readings finalizers(long number) {
        finalizers = number;
        return this;
    }

    Readings at(long second) {
        seconds = second;
        return this;
    }

    ResidentPoint earlier() {
        return ResidentPoint.of(reading().memory(), seconds * SECOND, reading().livedBytes(), mappings);
    }

    ResidentReading reading() {
        long rss = lines.stream().mapToLong(ResidentLine::residentBytes).sum();
        ResidentMemory memory = new ResidentMemory(
                Instant.ofEpochSecond(seconds),
                rss,
                Math.max(rss, peakRss),
                0,
                pages,
                threads,
                lines,
                malloc,
                allocator,
                allocator.equals("glibc") ? arenas : 0,
                tracking,
                1,
                new CgroupMemory(cgroup, tmpfs == 0 ? "" : "/dev/shm", tmpfs));
        CategoryUsage direct =
                new CategoryUsage(Category.DIRECT_BUFFER.name(), directNow, directNow, 1, directPeak, directPeak, 1);
        Snapshot snapshot = new Snapshot(
                Instant.EPOCH,
                List.of(
                        direct,
                        new CategoryUsage(Category.MAPPED_FILE.name(), MB, MB, mappedFiles, MB, MB, mappedFiles)),
                direct,
                false,
                0,
                0,
                0,
                0,
                0,
                Snapshot.UNKNOWN,
                new Coverage(fromStart, fromStart ? null : new LateStart(Instant.EPOCH, 0), List.of()));
        JvmFigures jvm = new JvmFigures(
                heapMax, used, heapMax, lived, notCollected, atMost, 0, 0, 0, 0, 2000, upMillis, finalizers);
        return new ResidentReading(
                memory,
                files,
                new Facts(
                        seconds * SECOND,
                        snapshot,
                        sites,
                        jvm,
                        limits,
                        directPool,
                        trimmed,
                        profile,
                        mappings,
                        hugeBytes));
    }

    /** The statements on it, where nothing is known to grow. */
    List<Statement> statements() {
        return ResidentJudge.of(reading(), List.of(), List.of());
    }

    /** The statements on it. */
    List<String> verdicts() {
        return said(statements());
    }

    static List<String> said(List<Statement> statements) {
        return StatementText.of(statements, new Times(ZoneOffset.UTC, 0));
    }
}
