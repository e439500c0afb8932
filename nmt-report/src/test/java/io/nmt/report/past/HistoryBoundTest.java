package io.nmt.report.past;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryBoundTest {
    private static final int MOST_BYTES = 1 << 20;
    private static final int POINTS = 20_000;

    /** The oldest points go, not the newest. */
    @Test
    void asManyCategoriesAsThereCanBeTakeNoMoreThanAMegabyte() {
        History history = new History();
        for (int i = 0; i < POINTS; i++) {
            HistoryPoint.Builder point = new HistoryPoint.Builder(i * History.POINT_MILLIS).set(HistoryFigure.RSS, i);
            for (int id = 1; id <= Category.MAX_CATEGORIES; id++) {
                point.category(id, new HistoryPoint.Usage((long) id << 20, id, (long) i << 20));
            }
            history.add(point.build());
        }
        assertThat(history.bytes()).isBetween(MOST_BYTES / 2L, (long) MOST_BYTES);
        List<HistoryPoint> points = history.points(0);
        assertThat(points.get(points.size() - 1).get(HistoryFigure.RSS)).isEqualTo(POINTS - 1);
        assertThat(points.get(0).millis()).isPositive();
    }
}
