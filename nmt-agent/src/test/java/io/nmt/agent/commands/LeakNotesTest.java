package io.nmt.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.agent.commands.ResidentNotes.Note;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeakNotesTest {
    private static final long MIB = 1 << 20;
    private static final Note BEFORE = new Note(0, 400 * MIB, 100 * MIB);

    private static String after(long rssMib, long trackedMib) {
        return after(rssMib, trackedMib, 0);
    }

    private static String after(long rssMib, long trackedMib, long sitesMibPerMinute) {
        return ResidentNotes.compare(
                BEFORE, new Note(60_000_000_000L, rssMib * MIB, trackedMib * MIB), (double) (sitesMibPerMinute * MIB));
    }

    @Test
    void whatGrowsOutsideOfTrackedMemoryIsSaid() {
        assertThat(after(700, 110))
                .isEqualTo(
                        "RSS has grown by 300MB in 60 s, tracked memory by 10,240KB: most of what grows is none of the above."
                                + " 'rss PID' shows where it is, 'baseline PID' and later 'diff PID' which part of it grows.");
        assertThat(after(700, 90)).contains("tracked memory has not: what grows is none of the above.");
    }

    @Test
    void sitesThatGrowAreNotToldToHaveNoPartInIt() {
        assertThat(after(700, 90, 75))
                .startsWith(
                        "RSS has grown by 300MB in 60 s, tracked memory has not, net of what was freed. Sites above grow:"
                                + " how much of RSS's growth is theirs cannot be told. 'rss PID' shows where it is")
                .doesNotContain("none of the above");
        assertThat(after(700, 90, 74)).contains("tracked memory has not: most of what grows is none of the above.");
    }

    @ParameterizedTest
    @CsvSource({"700,400", "415,100", "300,100", "400,400", "700,175"})
    void whatDoesNotGrowThereIsNotSaid(long rssMib, long trackedMib) {
        assertThat(after(rssMib, trackedMib)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "G1 Old Generation, true",
        "G1 Concurrent GC, true",
        "PS MarkSweep, true",
        "MarkSweepCompact, true",
        "ZGC Cycles, true",
        "ZGC Major Cycles, true",
        "Shenandoah Cycles, true",
        "G1 Young Generation, false",
        "PS Scavenge, false",
        "Copy, false",
        "ZGC Minor Cycles, false",
        "ZGC Pauses, false",
        "Shenandoah Pauses, false",
    })
    void collectorsOfTheWholeHeap(String name, boolean whole) {
        assertThat(UncollectedBuffers.isOfWholeHeap(name)).isEqualTo(whole);
    }
}
