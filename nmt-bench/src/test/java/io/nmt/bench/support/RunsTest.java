package io.nmt.bench.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunsTest {
    private static final Variant A = new Variant("a");
    private static final Variant B = new Variant("b");
    private static final Variant C = new Variant("c");

    @Test
    void eachRoundBeginsWithAnotherVariant() throws Exception {
        StringBuilder order = new StringBuilder();
        Runs.alternating("Test", 4, List.of(A, B, C), variant -> {
            order.append(variant.label());
            return Map.of();
        });
        assertThat(order).hasToString("abc" + "bca" + "cab" + "abc");
    }

    @Test
    void figuresBelongToTheirVariant() throws Exception {
        List<Double> values = new ArrayList<>(List.of(1.0, 10.0, 30.0, 3.0, 2.0, 20.0));
        Runs runs = Runs.alternating("Test", 3, List.of(A, B), variant -> Map.of("x", values.remove(0)));
        assertThat(runs.variants()).containsExactly(A, B);
        assertThat(runs.all(A, "x")).containsExactly(1, 3, 2);
        assertThat(runs.median(A, "x")).isEqualTo(2);
        assertThat(runs.median(B, "x")).isEqualTo(20);
    }

    @Test
    void quantilesAreLinearBetweenValues() {
        assertThat(Runs.median(5)).isEqualTo(5);
        assertThat(Runs.median(4, 1, 3, 2)).isEqualTo(2.5);
        assertThat(Runs.quantile(0, 3, 1, 2)).isEqualTo(1);
        assertThat(Runs.quantile(0.25, 5, 4, 3, 2, 1)).isEqualTo(2);
        assertThat(Runs.quantile(0.9, 10, 20)).isEqualTo(19);
        assertThat(Runs.quantile(1, 3, 1, 2)).isEqualTo(3);
    }
}
