package io.nmt.report.past;

import io.nmt.core.model.Category;
import io.nmt.core.model.Site;
import io.nmt.report.past.HistoryReading.Kind;
import io.nmt.report.past.HistoryReading.Rising;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/** What goes on rising in points of a history: figures of the process, categories, call sites. */
final class RisesFound {
    private static final HistoryFigure[] MAY_RISE = {
        HistoryFigure.RSS, HistoryFigure.HEAP, HistoryFigure.TRACKED, HistoryFigure.POOLED
    };
    /** Their blocks are freed by the collector, once it finds the objects unreachable that own them. */
    private static final Set<Category> COLLECTED = Set.of(Category.DIRECT_BUFFER, Category.MAPPED_FILE, Category.ZIP);

    private static final int LEAST_THREADS = 10;

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
            Rise rise = RiseFinder.find(Series.of(points, point -> point.get(figure)));
            add(found, Kind.FIGURE, figure.title(), figure.index(), rise, false);
        }
        for (int id : HistoryReading.categories(points)) {
            Rise rise = RiseFinder.find(Series.ofCategoryBesidePools(points, id));
            Category category = Category.withId(id);
            add(found, Kind.CATEGORY, category.name(), id, rise, COLLECTED.contains(category));
        }
        sites.forEach((id, site) -> {
            Rise rise = RiseFinder.find(Series.ofSite(points, id));
            add(found, Kind.SITE, site.toString(), id, rise, isCollected(site));
        });
        found.removeIf(known.negate());
        found.sort(Comparator.comparingLong((Rising rising) -> rising.rise().bytes())
                .reversed());
        return found;
    }

    /** Null if their number is not known to rise. */
    static Rising threads(List<HistoryPoint> points) {
        HistoryFigure figure = HistoryFigure.THREADS;
        Rise rise = RiseFinder.find(Series.of(points, point -> point.get(figure)), LEAST_THREADS);
        boolean isShort = rise == null || rise.forMillis() < HistoryReading.SHORTEST_RISE_MILLIS;
        return isShort ? null : new Rising(Kind.FIGURE, figure.title(), figure.index(), rise, false);
    }

    /** Of a site that is recorded, its category tells. */
    private static boolean isCollected(Site site) {
        return switch (site.freedBy()) {
            case COLLECTOR -> true;
            case PROGRAM -> false;
            case UNKNOWN -> site.id() != 0 || COLLECTED.contains(Category.find(site.category()));
        };
    }

    private static void add(List<Rising> found, Kind kind, String name, int id, Rise rise, boolean collected) {
        if (rise != null) {
            found.add(new Rising(kind, name, id, rise, collected));
        }
    }

    /** Null if no point tells. */
    static Rise lately(Series series, long nowBytes, long nowMillis) {
        int before = -1;
        for (int i = 0; i < series.length(); i++) {
            if (before < 0 || series.millis()[i] <= nowMillis - HistoryReading.DATED_MILLIS) {
                before = i;
            }
        }
        if (before < 0) {
            return null;
        }
        long since = series.millis()[before];
        return new Rise(since, Math.max(0, nowMillis - since), series.values()[before], nowBytes);
    }
}
