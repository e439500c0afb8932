package io.nmt.report.past;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.Component;
import io.nmt.report.reading.ResidentReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ResidentPointsTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MB = 1 << 20;

    private final ResidentPoints points = new ResidentPoints(128 << 10);

    private static ResidentPoint at(long second, long heap) {
        return new ResidentPoint(second * SECOND, heap + MB, 5, 700, 16, Map.of("Java Heap", heap, "GC", MB));
    }

    @Test
    void readingsAreKeptAsTheyWere() {
        ResidentPoint unknown = new ResidentPoint(SECOND, 1L << 40, 0, -1, 0, Map.of());
        points.add(unknown);
        points.add(at(20, 3 * MB));

        assertThat(points.lastHour(30 * SECOND)).containsExactly(unknown, at(20, 3 * MB));
        assertThat(points.lastHour(30 * SECOND).get(1).residentBytes("Java Heap"))
                .isEqualTo(3 * MB);
        assertThat(points.lastHour(30 * SECOND).get(1).residentBytes("Metaspace"))
                .isZero();
    }

    /** Readings each second do not push out the past, and a reading is not compared with itself. */
    @Test
    void readingsAreTenSecondsApartAndAnHourOldAtTheMost() {
        for (int second = 1; second <= 7200; second++) {
            points.add(at(second, second));
        }
        List<ResidentPoint> hour = points.lastHour(7200 * SECOND);

        assertThat(hour).hasSizeBetween(359, 361);
        assertThat(hour.get(0).nanoTime()).isGreaterThanOrEqualTo(3600 * SECOND);
        assertThat(hour.get(hour.size() - 1).nanoTime()).isLessThanOrEqualTo(7190 * SECOND);
        assertThat(points.lastHour(20_000 * SECOND)).isEmpty();
        assertThat(points.bytes()).isZero();
    }

    /** Lines of hundreds of categories, of which ever new ones come. */
    @Test
    void theOldestReadingsGoWhereLinesAreMany() {
        for (int i = 1; i <= 360; i++) {
            Map<String, Long> lines = new HashMap<>();
            for (int line = 0; line < 300; line++) {
                lines.put("line " + (line + i * 10), line * MB);
            }
            points.add(new ResidentPoint(i * 10L * SECOND, MB, 0, 1, 1, lines));
        }
        List<ResidentPoint> hour = points.lastHour(3610 * SECOND);

        assertThat(points.bytes()).isBetween(64L << 10, 128L << 10);
        assertThat(hour.get(hour.size() - 1).nanoTime()).isEqualTo(3600 * SECOND);
        assertThat(hour.get(0).nanoTime()).isGreaterThan(10 * SECOND);
        assertThat(hour.get(hour.size() - 1).lines())
                .as("new names have no number")
                .isEmpty();
    }

    /** Each command that reads resident memory adds to the one history. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void eachReadingIsAnEntryOfTheHistory() {
        ResidentPoints past = History.ofProcess().resident();
        long before = System.nanoTime() - 10 * SECOND; // another test may have read
        ResidentReader.readMemory();

        assertThat(past.lastHour(System.nanoTime() + 11 * SECOND)).last().satisfies(point -> {
            assertThat(point.nanoTime()).isGreaterThanOrEqualTo(before);
            assertThat(point.residentBytes(Component.CODE_CACHE.label())).isPositive();
        });
    }
}
