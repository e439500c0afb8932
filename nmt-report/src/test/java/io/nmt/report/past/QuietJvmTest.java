package io.nmt.report.past;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Compiled code, strings and symbols of programs that warm up, as they were recorded for 12 minutes, are never told to
 * grow, whenever that is asked.
 */
class QuietJvmTest {
    private static final List<HistoryFigure> FIGURES =
            List.of(HistoryFigure.CODE, HistoryFigure.STRINGS, HistoryFigure.SYMBOLS);
    private static final long START = 1_800_000_000_000L;

    @Test
    void noneOfThemGrows() throws IOException {
        String text;
        try (InputStream in = QuietJvmTest.class.getResourceAsStream("quiet-jvms.csv")) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        List<String> grown = new ArrayList<>();
        List<HistoryPoint> points = new ArrayList<>();
        String program = "";
        int programs = 0;
        for (String line : text.split("\n")) {
            if (line.startsWith("#")) {
                program = line;
                programs++;
                points.clear();
                continue;
            }
            points.add(point(line.split(",", -1)));
            HistoryReading reading = HistoryReading.recorded(points, id -> null, rising -> true);
            for (HistoryFigure figure : FIGURES) {
                if (reading.rising(figure) != null) {
                    grown.add(program + ", " + line + ": " + figure);
                }
            }
        }
        assertThat(programs).isEqualTo(4);
        assertThat(grown).isEmpty();
    }

    /** Seconds, and kilobytes of the figures; empty where one was not read. */
    private static HistoryPoint point(String[] fields) {
        HistoryPoint.Builder point = new HistoryPoint.Builder(START + 1000 * Long.parseLong(fields[0]));
        for (int i = 0; i < FIGURES.size(); i++) {
            if (!fields[i + 1].isEmpty()) {
                point.set(FIGURES.get(i), Long.parseLong(fields[i + 1]) << 10);
            }
        }
        return point.build();
    }
}
