package io.nmt.jfr.recordings;

import io.nmt.core.model.Category;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Figures over time, taken in in any order. They are kept by stretches of time, of each the last figure and the most;
 * when there are too many stretches, these get twice as long.
 */
final class CoursePoints {
    private static final int MOST_POINTS = 2000;
    private static final long FIRST_STRETCH_MILLIS = 100;

    /** They stay as they are until they are told anew. */
    private static final List<HistoryFigure> LASTING = List.of(HistoryFigure.LIMIT, HistoryFigure.FULL_COLLECTIONS);

    /** The JDK's events count pages of files and other collections, too, or tell of them seldom. */
    private static final Set<HistoryFigure> DIFFERENT = Set.of(
            HistoryFigure.CGROUP,
            HistoryFigure.LIMIT,
            HistoryFigure.METASPACE,
            HistoryFigure.FULL_COLLECTIONS,
            HistoryFigure.COLLECTOR);

    private final PoolChunks chunks = new PoolChunks();
    private final TreeMap<Long, Stretch> stretches = new TreeMap<>();
    private long stretchMillis = FIRST_STRETCH_MILLIS;

    private static final class Value {
        private long millis = Long.MIN_VALUE;
        private long last;
        private long most;
        private long count;

        void add(long newMillis, long value, long newCount) {
            if (newMillis >= millis) {
                millis = newMillis;
                last = value;
                count = newCount;
            }
            most = Math.max(most, value);
        }

        void add(Value other) {
            add(other.millis, other.last, other.count);
            most = Math.max(most, other.most);
        }
    }

    private static final class Stretch {
        private final Map<HistoryFigure, Value> figures = new EnumMap<>(HistoryFigure.class);
        private final Map<HistoryFigure, Value> ofHistory = new EnumMap<>(HistoryFigure.class);
        private final Map<Integer, Value> categories = new HashMap<>();
        private final Map<Integer, Value> sites = new HashMap<>();
        private long lastMillis;

        void add(Stretch other) {
            merge(figures, other.figures);
            merge(ofHistory, other.ofHistory);
            merge(categories, other.categories);
            merge(sites, other.sites);
            lastMillis = Math.max(lastMillis, other.lastMillis);
        }

        /** The figures of both sources; one source alone tells of those in which they differ. */
        void joinHistory(Set<HistoryFigure> ofHistoryAlone) {
            figures.keySet().removeAll(ofHistoryAlone);
            merge(figures, ofHistory);
            ofHistory.clear();
        }

        private static <K> void merge(Map<K, Value> into, Map<K, Value> from) {
            from.forEach((key, value) ->
                    into.computeIfAbsent(key, any -> new Value()).add(value));
        }
    }

    void figure(long millis, HistoryFigure figure, long value) {
        stretch(millis).figures.computeIfAbsent(figure, any -> new Value()).add(millis, value, 0);
    }

    /** A figure by a point of the history. */
    void ofHistory(long millis, HistoryFigure figure, long value) {
        stretch(millis).ofHistory.computeIfAbsent(figure, any -> new Value()).add(millis, value, 0);
    }

    void category(long millis, String name, long bytes, long count) {
        int id = Category.of(name == null || name.isBlank() ? "?" : name).id();
        stretch(millis).categories.computeIfAbsent(id, any -> new Value()).add(millis, bytes, count);
    }

    void site(long millis, int id, long bytes) {
        stretch(millis).sites.computeIfAbsent(id, any -> new Value()).add(millis, bytes, 0);
    }

    void pool(long millis, int rank, String category, long chunkBytes) {
        chunks.add(millis, rank, category, chunkBytes);
    }

    private Stretch stretch(long millis) {
        Stretch stretch = stretches.computeIfAbsent(millis / stretchMillis, any -> new Stretch());
        stretch.lastMillis = Math.max(stretch.lastMillis, millis);
        if (stretches.size() <= MOST_POINTS) {
            return stretch;
        }
        while (stretches.size() > MOST_POINTS) {
            lengthen();
        }
        return stretches.get(millis / stretchMillis);
    }

    private void lengthen() {
        stretchMillis *= 2;
        List<Map.Entry<Long, Stretch>> old = new ArrayList<>(stretches.entrySet());
        stretches.clear();
        for (Map.Entry<Long, Stretch> entry : old) {
            stretches.computeIfAbsent(entry.getKey() / 2, any -> new Stretch()).add(entry.getValue());
        }
    }

    boolean isEmpty() {
        return stretches.isEmpty();
    }

    private void joinHistory() {
        Set<HistoryFigure> inHistory = EnumSet.noneOf(HistoryFigure.class);
        stretches.values().forEach(stretch -> inHistory.addAll(stretch.ofHistory.keySet()));
        inHistory.retainAll(DIFFERENT);
        stretches.values().forEach(stretch -> stretch.joinHistory(inHistory));
    }

    /**
     * The points, the oldest first. What a category or a lasting figure was last, it is until it is told anew; a
     * category that is told of later had nothing.
     */
    List<HistoryPoint> build() {
        Map<Integer, Value> categories = new HashMap<>();
        Map<HistoryFigure, Value> lasting = new EnumMap<>(HistoryFigure.class);
        Map<Integer, NavigableMap<Long, Long>> pooled = chunks.build();
        List<HistoryPoint> points = new ArrayList<>();
        Set<Integer> all = new HashSet<>();
        stretches.values().forEach(stretch -> all.addAll(stretch.categories.keySet()));
        joinHistory();
        boolean told = false;
        for (Stretch stretch : stretches.values()) {
            HistoryPoint.Builder point = new HistoryPoint.Builder(stretch.lastMillis);
            told |= !stretch.categories.isEmpty();
            categories.putAll(stretch.categories);
            for (HistoryFigure figure : LASTING) {
                if (stretch.figures.containsKey(figure)) {
                    lasting.put(figure, stretch.figures.get(figure));
                }
            }
            lasting.forEach((figure, value) -> point.set(figure, value.last));
            stretch.figures.forEach((figure, value) -> point.set(figure, value.last, value.most));
            for (int id : told ? all : Set.<Integer>of()) {
                Value value = categories.get(id);
                boolean now = stretch.categories.containsKey(id);
                point.category(
                        id,
                        value == null
                                ? new HistoryPoint.Usage(0, 0, 0)
                                : new HistoryPoint.Usage(
                                        value.last,
                                        value.count,
                                        now ? value.most : value.last,
                                        PoolChunks.rest(pooled.get(id), value.millis, value.last)));
            }
            stretch.sites.forEach((id, value) -> point.site(id, value.last));
            points.add(point.build());
        }
        return points;
    }
}
