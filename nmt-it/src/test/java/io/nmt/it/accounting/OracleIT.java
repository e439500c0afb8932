package io.nmt.it.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.Oracle;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.Outcome;
import java.util.List;

/**
 * HotSpot counts all that passes {@code Unsafe} as well, without knowing us. The growth of its figures since the agent
 * came is the growth of ours, to the byte and to the block.
 */
class OracleIT {
    private static final int LABEL = 1;
    private static final int MIB = 1 << 20;

    @OnEveryJdk
    void hotSpotCountsTheSame(Jdk jdk) {
        Outcome outcome = ChildJvm.on(jdk)
                .allowUnsafe()
                .allowSegments()
                .agent()
                .options("-XX:NativeMemoryTracking=summary", "-XX:MaxDirectMemorySize=512m")
                .run(Oracle.class, Boolean.getBoolean("nmt.thorough") ? "1000000" : "100000")
                .expectSuccess();

        List<Comparison> comparisons = outcome.outLines().stream()
                .filter(line -> line.startsWith("oracle "))
                .map(Comparison::parse)
                .toList();
        comparisons.forEach(comparison -> System.out.println(jdk + ": " + comparison));
        assertThat(outcome.out()).doesNotContain("counters and blocks differ");
        assertEveryCategoryIsUsed(outcome);
        assertThat(comparisons)
                .extracting(Comparison::label)
                .containsExactly("pause 1", "pause 2", "pause 3", "pause 4", "pause 5", "threads ended", "all freed");
        for (Comparison comparison : comparisons) {
            assertThat(comparison.nmtBytes()).as(outcome::toString).isEqualTo(comparison.hotSpotBytes());
            assertThat(comparison.nmtBlocks()).as(outcome::toString).isEqualTo(comparison.hotSpotBlocks());
            assertThat(comparison.nmtUnknown()).as(outcome::toString).isZero();
        }
        assertThat(comparisons.subList(0, 6))
                .allSatisfy(comparison -> assertThat(comparison.hotSpotBytes()).isGreaterThan(MIB));
        assertThat(comparisons.get(6).nmtBytes()).as(outcome::toString).isZero();
        assertThat(comparisons.get(6).nmtBlocks()).as(outcome::toString).isZero();
    }

    /** At each pause, there is something live on each path. */
    private static void assertEveryCategoryIsUsed(Outcome outcome) {
        List<String> pauses = outcome.outLines().stream()
                .filter(line -> line.startsWith("categories pause "))
                .toList();
        assertThat(pauses)
                .as(outcome::toString)
                .hasSize(5)
                .allSatisfy(line -> assertThat(line)
                        .containsPattern("Direct Buffer=[1-9]")
                        .containsPattern("Foreign Memory=[1-9]")
                        .containsPattern("NIO Internal=[1-9]")
                        .containsPattern("NIO Temporary Buffer=[1-9]")
                        .containsPattern("Unsafe=[1-9]"));
    }

    private record Comparison(
            String label, long hotSpotBytes, long hotSpotBlocks, long nmtBytes, long nmtBlocks, long nmtUnknown) {
        static Comparison parse(String line) {
            String[] parts = line.split("oracle |: hotspot | nmt ");
            String[] hotSpot = parts[2].split(" ");
            String[] nmt = parts[3].split(" ");
            return new Comparison(
                    parts[LABEL],
                    Long.parseLong(hotSpot[0]),
                    Long.parseLong(hotSpot[1]),
                    Long.parseLong(nmt[0]),
                    Long.parseLong(nmt[1]),
                    Long.parseLong(nmt[2]));
        }

        @Override
        public String toString() {
            return String.format(
                    "%-13s HotSpot %,12d bytes %,6d blocks   nmt %,12d bytes %,6d blocks",
                    label, hotSpotBytes, hotSpotBlocks, nmtBytes, nmtBlocks);
        }
    }
}
