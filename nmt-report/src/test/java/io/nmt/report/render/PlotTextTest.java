package io.nmt.report.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.document.Curve;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PlotTextTest {
    /** Nothing before the first value; where nothing was read, what was before. */
    @Test
    void aLineHasTheMostOfEachPart() {
        Curve curve = new Curve(Arrays.asList(null, 0L, null, 70L, 10L, 20L));
        assertThat(PlotText.line(curve, 6)).isEqualTo(" ▁▁█▂▃");
        assertThat(PlotText.line(curve, 3)).isEqualTo("▁█▃");
        assertThat(PlotText.line(new Curve(List.of(5L, 5L)), 2)).isEqualTo("▁▁");
        assertThat(PlotText.line(new Curve(Arrays.asList(null, null)), 2)).isEqualTo("  ");
    }

    @Test
    void anAreaHasAScaleAndTimes() {
        StringBuilder text = new StringBuilder();
        PlotText.area(text, new Curve(Arrays.asList(null, 20L, 100L)), value -> value + " B", "9", "10", 0);
        assertThat(text.toString()).isEqualTo("""
                100 B │  █
                      │  █
                      │  █
                      │  █
                  0 B │ ██
                      └───
                       9
                """);
    }

    @Test
    void anAreaFitsANarrowTerminal() {
        StringBuilder text = new StringBuilder();
        List<Long> values = LongStream.range(0, 60).boxed().toList();
        PlotText.area(text, new Curve(values), value -> value + " MB", "09:00:00", "09:26:53", 40);
        assertThat(text.toString().lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(40))
                .anySatisfy(line -> assertThat(line).endsWith("09:26:53"));
    }
}
