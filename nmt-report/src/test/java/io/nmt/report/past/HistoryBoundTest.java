package io.nmt.report.past;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HistoryBoundTest {
    private static final int MOST_BYTES = 1 << 20;
    private static final int POINTS = Boolean.getBoolean("nmt.thorough") ? 20_000 : 5_000;
    private static final long POINT_NANOS = 10_000_000_000L;

    /** The oldest points go, not the newest. */
    @Test
    void asManyCategoriesAsThereCanBeTakeNoMoreThanAMegabyte() {
        History history = new History();
        Map<String, Long> lines = new HashMap<>();
        for (int id = 1; id <= Category.MAX_CATEGORIES; id++) {
            lines.put("Category " + id, (long) id << 20);
        }
        for (int i = 0; i < POINTS; i++) {
            HistoryPoint.Builder point = new HistoryPoint.Builder(i * History.POINT_MILLIS).set(HistoryFigure.RSS, i);
            for (int id = 1; id <= Category.MAX_CATEGORIES; id++) {
                point.category(id, new HistoryPoint.Usage((long) id << 20, id, (long) i << 20));
            }
            history.add(point.build());
            history.resident().add(new ResidentPoint(i * POINT_NANOS, i, 0, 1, 1, lines));
        }
        assertThat(history.bytes()).isBetween(MOST_BYTES / 2L, (long) MOST_BYTES);
        List<HistoryPoint> points = history.points(0);
        assertThat(points.get(points.size() - 1).get(HistoryFigure.RSS)).isEqualTo(POINTS - 1);
        assertThat(points.get(0).millis()).isPositive();
    }
}
