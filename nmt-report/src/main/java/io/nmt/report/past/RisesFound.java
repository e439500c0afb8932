package io.nmt.report.past;

import io.nmt.core.model.Category;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
import io.nmt.report.past.Rising.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The rises in points of a history: figures of the process, categories, call sites. */
final class RisesFound {
    private static final HistoryFigure[] MAY_RISE = {
        HistoryFigure.RSS,
        HistoryFigure.CGROUP,
        HistoryFigure.FILES,
        HistoryFigure.HEAP,
        HistoryFigure.TRACKED,
        HistoryFigure.POOLED,
        HistoryFigure.METASPACE,
        HistoryFigure.CODE,
        HistoryFigure.STRINGS,
        HistoryFigure.SYMBOLS,
        HistoryFigure.COMPILERS,
        HistoryFigure.COLLECTOR
    };

    /** The least rise of the JVM's own memory: of compiled code, of which a program that warms up makes more. */
    private static final Map<HistoryFigure, Long> LEAST_OF_JVM = Map.of(
            HistoryFigure.METASPACE,
            4L << 20,
            HistoryFigure.CODE,
            12L << 20,
            HistoryFigure.STRINGS,
            8L << 20,
            HistoryFigure.SYMBOLS,
            8L << 20,
            HistoryFigure.COMPILERS,
            8L << 20,
            HistoryFigure.COLLECTOR,
            8L << 20);

    private static final int LEAST_SHARE_OF_JVM = 10; // a tenth of what there is
    private static final int LEAST_READINGS = 3; // of a table in a rise
    private static final int FEW_READINGS = 6;

    /** Their blocks are freed by the collector, once it finds the objects unreachable that own them. */
    private static final Set<Category> COLLECTED = Set.of(Category.DIRECT_BUFFER, Category.MAPPED_FILE, Category.ZIP);

    private static final int LEAST_THREADS = 10;
    private static final long LEAST_RESIDENT_BYTES = 10L << 20;
    private static final long MOST_QUIET_BYTES = 32L << 20;
    private static final double QUIET_SHARE = 0.1;
    private static final double TRACKED_SHARE = 0.05;
    private static final int MIN_ERRORS = 4;
    private static final int STEADY_ERRORS = 10;
    private static final double MOST_SHARE = 0.5;
    private static final double LEAST_OTHERS_SHARE = 1.0 / 3;
    private static final long SETTLED_MILLIS = 10_000; // after a step of the heap
    private static final long YOUNG_MILLIS = 60_000; // too early to tell
    private static final long BEFORE_MILLIS = 150_000;
    private static final int BEGUN_DIVISOR = 32; // of a rise: one that goes on began before the window
    private static final long LATE_MILLIS = 3 * History.POINT_MILLIS;

    private RisesFound() {}

    static SortedMap<Integer, Site> sites(IntFunction<Site> named, List<HistoryPoint> points) {
        SortedMap<Integer, Site> known = new TreeMap<>();
        for (HistoryPoint point : points) {
            for (int id : point.sites().keySet()) {
                Site site = named.apply(id);
                if (site != null) {
                    known.put(id, site);
                }
            }
        }
        return known;
    }

    static List<Rising> of(List<HistoryPoint> points, SortedMap<Integer, Site> sites, Predicate<Rising> known) {
        List<Rising> found = new ArrayList<>();
        for (HistoryFigure figure : MAY_RISE) {
            Series series = figure(points, figure);
            Rise rise = switch (figure) {
                case RSS, CGROUP -> ofResident(points, figure, series);
                case STRINGS, SYMBOLS, COMPILERS, COLLECTOR -> ofTable(points, figure, series);
                default -> RiseFinder.find(series);
            };
            if (rise != null && LEAST_OF_JVM.containsKey(figure)) {
                long least = Math.max(LEAST_OF_JVM.get(figure), series.last() / LEAST_SHARE_OF_JVM);
                rise = rise.bytes() >= least ? rise : null;
            }
            add(found, Kind.FIGURE, figure.title(), figure.index(), rise, series, false);
        }
        for (int id : HistoryReading.categories(points)) {
            Series series = Series.ofCategoryBesidePools(points, id);
            Category category = Category.withId(id);
            boolean isCollected = isCollected(category, sites.values());
            add(found, Kind.CATEGORY, category.name(), id, RiseFinder.find(series), series, isCollected);
        }
        sites.forEach((id, site) -> {
            Series series = Series.ofSite(points, id);
            add(found, Kind.SITE, site.toString(), id, RiseFinder.find(series), series, isCollected(site));
        });
        found.removeIf(known.negate());
        found.sort(Comparator.comparingLong((Rising rising) -> rising.rise().bytes())
                .reversed());
        return found;
    }

    /** The rise of a figure that the Java heap is a part of; null if there is none, or it is not large. */
    private static Rise ofResident(List<HistoryPoint> points, HistoryFigure figure, Series all) {
        Series series = Series.besideOwn(points, figure);
        Series others = Series.besideHeap(points, figure);
        Rise rise = RiseFinder.findResident(series);
        Rise told = rise == null ? ofOthers(series, others) : besideHeap(rise, series, others);
        told = isSteady(told) ? told : afterHeap(told, points, series, others);
        return told != null && isLarge(told, all.last(), figure(points, HistoryFigure.TRACKED)) ? told : null;
    }

    /** The rise by all else where the heap hides it: it was first used just before, or has become smaller. */
    private static Rise ofOthers(Series series, Series others) {
        Rise other = RiseFinder.findResident(others);
        Rise rise = other == null ? null : RiseFinder.since(series, other.sinceMillis());
        boolean isOfOthers = rise != null && rise.bytesPerMinute() >= MOST_SHARE * other.bytesPerMinute();
        return isOfOthers && isSteady(rise) ? rise : null;
    }

    private static boolean isSteady(Rise rise) {
        return rise != null && rise.bytesPerMinute() >= STEADY_ERRORS * rise.errorPerMinute();
    }

    /** The steady rise since the heap was last made much larger or smaller, if all else has its part in it. */
    private static Rise afterHeap(Rise told, List<HistoryPoint> points, Series series, Series others) {
        long stepMillis = HeapFirstUse.lastStepMillis(points, Math.round(QUIET_SHARE * series.most()));
        boolean isLate = series.length() > 0 && stepMillis - series.millis()[0] >= YOUNG_MILLIS;
        Rise rise = isLate ? RiseFinder.findResident(series.from(series.indexAt(stepMillis + SETTLED_MILLIS))) : null;
        boolean isOfOthers = isSteady(rise)
                && others.grown(rise.sinceMillis(), rise.untilMillis()) >= LEAST_OTHERS_SHARE * rise.bytes();
        return isOfOthers ? rise : told;
    }

    /** The rise of a part of the JVM that is read seldom: a table the more so the larger it is. */
    private static Rise ofTable(List<HistoryPoint> points, HistoryFigure figure, Series read) {
        Rise rise = RiseFinder.find(Series.straight(points, figure));
        int readings = rise == null ? 0 : read.length() - read.indexAt(rise.sinceMillis());
        boolean goesOn = readings >= FEW_READINGS
                || (readings >= LEAST_READINGS && read.lastPerMinute() >= MOST_SHARE * rise.bytesPerMinute());
        return goesOn ? rise : null;
    }

    /** Tells whether RSS has risen within a minute beside what warms up, or class metadata and code by as much. */
    static boolean risesBesideWarmUp(List<HistoryPoint> points) {
        return Stream.of(
                        Series.besideWarmUp(points, HistoryFigure.RSS),
                        figure(points, HistoryFigure.METASPACE),
                        figure(points, HistoryFigure.CODE))
                .map(RisesFound::justRisen)
                .anyMatch(rise -> rise != null && rise.bytes() >= LEAST_RESIDENT_BYTES);
    }

    /** The rise from the start of what else grows most on, if it was the heap's first use before. */
    private static Rise besideHeap(Rise rise, Series series, Series others) {
        Rise other = RiseFinder.find(others);
        if (other == null
                || other.sinceMillis() <= rise.sinceMillis()
                || other.bytesPerMinute() < MOST_SHARE * rise.bytesPerMinute()) {
            return rise;
        }
        long before = series.grown(rise.sinceMillis(), other.sinceMillis());
        boolean isOfHeap = before - others.grown(rise.sinceMillis(), other.sinceMillis()) > MOST_SHARE * before;
        return isOfHeap ? RiseFinder.since(series, other.sinceMillis()).after(Rise.Before.OTHER) : rise;
    }

    /** A quiet JVM touches a few more pages each minute, none of them tracked: of its code, of malloc's arenas. */
    private static boolean isLarge(Rise rise, long now, Series tracked) {
        boolean isTracked = tracked.length() > 0
                && tracked.grown(rise.sinceMillis(), rise.untilMillis()) >= MOST_SHARE * rise.bytes();
        long share = Math.round((isTracked ? TRACKED_SHARE : QUIET_SHARE) * now);
        long least = Math.max(LEAST_RESIDENT_BYTES, Math.min(MOST_QUIET_BYTES, share));
        return !rise.lasts() || (rise.bytes() >= least && rise.bytesPerMinute() >= MIN_ERRORS * rise.errorPerMinute());
    }

    /** With what commands of ours had taken when it began: what they took since is no part of the rise. */
    static Rising withOwn(Rising rising, List<HistoryPoint> points) {
        boolean isResident = rising.kind() == Kind.FIGURE
                && (rising.id() == HistoryFigure.RSS.index() || rising.id() == HistoryFigure.CGROUP.index());
        Series own = figure(points, HistoryFigure.OWN);
        if (!isResident || own.length() == 0) {
            return rising;
        }
        int index = Math.min(own.length() - 1, own.indexAt(rising.rise().sinceMillis()));
        return rising.dated(rising.rise().plus(own.values()[index]));
    }

    /** Lines of code that rose and have stopped, and gave nothing back. */
    static List<Rising> stopped(
            List<HistoryPoint> points, SortedMap<Integer, Site> sites, Predicate<Rising> known, List<Rising> rising) {
        List<Rising> found = new ArrayList<>();
        sites.forEach((id, site) -> {
            boolean rises = rising.stream().anyMatch(each -> each.kind() == Kind.SITE && each.id() == id);
            Series series = Series.ofSite(points, id);
            Rise rise = rises ? null : RiseFinder.stopped(series);
            add(found, Kind.SITE, site.toString(), id, rise, series, isCollected(site));
        });
        found.removeIf(known.negate());
        return found;
    }

    private static Series figure(List<HistoryPoint> points, HistoryFigure figure) {
        return Series.of(points, point -> point.get(figure));
    }

    /** Adds the number of threads, if that rises. */
    static void addThreads(List<HistoryPoint> points, List<Rising> found) {
        Series series = figure(points, HistoryFigure.THREADS);
        Rise rise = RiseFinder.find(series, LEAST_THREADS);
        if (rise != null && Standstill.isOneOfCount(series, rise.sinceMillis(), rise.bytesPerMinute())) {
            rise = null;
        }
        add(found, Kind.FIGURE, HistoryFigure.THREADS.title(), HistoryFigure.THREADS.index(), rise, series, false);
    }

    /** A library that maps files itself unmaps them itself. */
    private static boolean isCollected(Category category, Collection<Site> sites) {
        List<Site> known = sites.stream()
                .filter(site -> site.category().equals(category.name()) && site.freedBy() != FreedBy.UNKNOWN)
                .toList();
        boolean byProgram = known.stream().allMatch(site -> site.freedBy() == FreedBy.PROGRAM);
        return COLLECTED.contains(category) && (known.isEmpty() || !byProgram);
    }

    /** True if the collector frees the site's memory; of a recorded site, by its category. */
    private static boolean isCollected(Site site) {
        return switch (site.freedBy()) {
            case COLLECTOR -> true;
            case PROGRAM -> false;
            case UNKNOWN -> site.id() != 0 || COLLECTED.contains(Category.find(site.category()));
        };
    }

    private static void add(
            List<Rising> found, Kind kind, String name, int id, Rise rise, Series series, boolean collected) {
        if (rise != null) {
            found.add(new Rising(kind, name, id, rise, series.last(), collected));
        }
    }

    /** Null unless all values of late are above all values before. */
    static Rise newGround(Series series) {
        return newGround(series, BEFORE_MILLIS, LATE_MILLIS);
    }

    /** The same of a rise that may be no older than a minute. */
    static Rise justRisen(Series series) {
        return newGround(series, YOUNG_MILLIS, History.POINT_MILLIS);
    }

    /** The time until new ground is as old as that: it began where the series left what it was some minutes ago. */
    static long leftMillis(Series series, Rise rise, long toldMillis) {
        int last = series.length() - 1;
        long highest = series.values()[0];
        int before = 0;
        for (int i = 0; i <= last && series.millis()[last] - series.millis()[i] >= BEFORE_MILLIS; i++) {
            highest = Math.max(highest, series.values()[i]);
            before = i;
        }
        long left = highest + (rise.toBytes() - highest) / BEGUN_DIVISOR;
        for (int i = before; i <= last; i++) {
            before = series.values()[i] <= left ? i : before;
        }
        return Math.max(0, toldMillis - (series.millis()[last] - series.millis()[before]));
    }

    private static Rise newGround(Series series, long beforeMillis, long lateMillis) {
        int last = series.length() - 1;
        long highest = Long.MIN_VALUE;
        long floor = Long.MAX_VALUE;
        long before = 0;
        for (int i = 0; i <= last; i++) {
            long age = series.millis()[last] - series.millis()[i];
            if (age >= beforeMillis) {
                highest = Math.max(highest, series.values()[i]);
                before = series.millis()[i];
            } else if (age <= lateMillis) {
                floor = Math.min(floor, series.values()[i]);
            }
        }
        return highest < 0 || floor <= highest
                ? null
                : Rise.between(before, series.millis()[last] - before, highest, floor);
    }

    /** Null if no point tells. */
    static Rise lately(Series series, long nowBytes, long nowMillis) {
        int before = -1;
        for (int i = 0; i < series.length(); i++) {
            if (before < 0 || series.millis()[i] <= nowMillis - HistoryReading.LATELY_MILLIS) {
                before = i;
            }
        }
        if (before < 0) {
            return null;
        }
        long since = series.millis()[before];
        return Rise.between(since, Math.max(0, nowMillis - since), series.values()[before], nowBytes);
    }
}
