package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is told to grow, of readings whose truth is planted. */
class ResidentGrowthTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MB = 1L << 20;
    private static final long RSS = 1000;

    private static ResidentGrowth of(List<Long> seconds, List<Long> megabytes) {
        return ResidentGrowth.of(
                seconds.stream().map(second -> second * SECOND).toList(),
                megabytes.stream().map(bytes -> bytes * MB).toList(),
                megabytes.stream().map(bytes -> (RSS + bytes) * MB).toList());
    }

    private static List<Long> numbers(String words) {
        return Stream.of(words.strip().split(" +")).map(Long::valueOf).toList();
    }

    /** When, what there was, by how much more that is than how long ago, and whether it is steady. */
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                // One reading, two: a difference, and no more.
                "0                          | 100                        |   0 |    0 | false",
                "0 60                       | 100 700                    | 600 |   60 | false",
                // A leak, by few readings and by many.
                "0 60 120                   | 100 130 160                |  60 |  120 | true",
                "0 60 120 180               | 100 105 111 115            |  15 |  180 | true",
                "0 10 20 30 40 50 60        | 100 101 104 104 108 109 112 |  12 |   60 | true",
                // Too little: below 8 MB and 1 % of RSS, by three readings below the double.
                "0 60 120 180               | 100 102 104 106            |   6 |  180 | false",
                "0 60 120                   | 100 107 115                |  15 |  120 | false",
                // Jumps.
                "0 60 120                   | 100 160 160                |  60 |  120 | false",
                "0 60 120                   | 100 100 160                |  60 |  120 | false",
                "0 60 120 180 240           | 100 160 160 160 160        |  60 |  240 | false",
                // A jump would not show in the long pause.
                "0 10 300                   | 100 102 160                |  60 |  300 | false",
                // It goes and comes.
                "0 60 120 180 240 300 360   | 100 140 100 140 100 140 100 |   0 |  360 | false",
                "0 60 120 180 240 300 360 420 480 | 140 100 110 120 140 100 110 120 140 | 0 | 480 | false",
                // Quiet for long, and then a leak: its own time, or nearly.
                "0 600 1200 1800 2400 2700 2760 2820 2880 2940 3000 | 100 100 101 100 101 100 120 140 160 180 200"
                        + " | 100 | 300 | true",
                // What shrinks.
                "0 60 120                   | 160 130 100                | -60 |  120 | false",
            })
    void planted(String seconds, String megabytes, long grown, long age, boolean steady) {
        ResidentGrowth growth = of(numbers(seconds), numbers(megabytes));

        assertThat(growth.steady()).isEqualTo(steady);
        assertThat(growth.bytes()).isEqualTo(grown * MB);
        assertThat(growth.nanos()).isEqualTo(age * SECOND);
    }

    /** What one line gains and another loses is no growth of the process. */
    @Test
    void withoutRssItIsNone() {
        ResidentGrowth growth = ResidentGrowth.of(
                List.of(0L, 60 * SECOND, 120 * SECOND),
                List.of(100 * MB, 130 * MB, 160 * MB),
                List.of(RSS * MB, RSS * MB, RSS * MB));

        assertThat(growth.steady()).isFalse();
    }

    /** An idle process in which compilers take and give back some MB. */
    @Test
    void noiseIsHardlyEverGrowth() {
        Random random = new Random(1);
        List<Long> seconds = LongStream.range(0, 60).map(i -> i * 60).boxed().toList();
        int steady = 0;
        for (int run = 0; run < 1000; run++) {
            List<Long> megabytes = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                megabytes.add(100 + (long) Math.abs(random.nextGaussian() * 8));
            }
            steady += of(seconds, megabytes).steady() ? 1 : 0;
        }
        assertThat(steady).isLessThan(10);
    }

    @Test
    void aLeakAmongNoiseIsFound() {
        Random random = new Random(1);
        List<Long> seconds = LongStream.range(0, 30).map(i -> i * 60).boxed().toList();
        int steady = 0;
        for (int run = 0; run < 1000; run++) {
            List<Long> megabytes = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                megabytes.add(100 + 3L * i + (long) Math.abs(random.nextGaussian() * 5));
            }
            steady += of(seconds, megabytes).steady() ? 1 : 0;
        }
        assertThat(steady).isGreaterThan(990);
    }
}
