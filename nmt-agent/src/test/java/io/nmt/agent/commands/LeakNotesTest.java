package io.nmt.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.agent.commands.ResidentNotes.Note;
import io.nmt.agent.commands.UncollectedBuffers.Growing;
import io.nmt.core.model.FreedBy;
import java.util.List;
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
                .isEqualTo("RSS is 300MB more than 60 s ago, tracked memory 10,240KB more: most of it is none of the"
                        + " above, or was allocated before and is touched only now. 'rss PID' shows where it"
                        + " is, 'baseline PID' and later 'diff PID' which part of it grows.");
        assertThat(after(700, 90))
                .contains("tracked memory not: it is none of the above, or was allocated before and"
                        + " is touched"
                        + " only now.");
    }

    @Test
    void sitesThatGrowAreNotToldToHaveNoPartInIt() {
        assertThat(after(700, 90, 75))
                .startsWith("RSS is 300MB more than 60 s ago, tracked memory not, net of what was freed. Sites"
                        + " above grow:"
                        + " how much of it is theirs cannot be told. 'rss PID' shows where it is")
                .doesNotContain("none of the above");
        assertThat(after(700, 90, 74))
                .contains("tracked memory not: most of it is none of the above, or was allocated"
                        + " before and is"
                        + " touched only now.");
    }

    @ParameterizedTest
    @CsvSource({"700,400", "415,100", "300,100", "400,400", "700,175"})
    void whatDoesNotGrowThereIsNotSaid(long rssMib, long trackedMib) {
        assertThat(after(rssMib, trackedMib)).isEmpty();
    }

    private static final long SECOND = 1_000_000_000;
    private static final UncollectedBuffers.Collection LONG_AGO = new UncollectedBuffers.Collection(50 * SECOND, true);

    private static Growing growing(String category, FreedBy freedBy, long ageSeconds) {
        return new Growing(category, freedBy, ageSeconds * SECOND);
    }

    private static String note(UncollectedBuffers.Collection last, Growing... growing) {
        return UncollectedBuffers.noteOn(List.of(growing), last);
    }

    @Test
    void onlyWhatTheCollectorFreesMayBeGarbage() {
        Growing direct = growing("Direct Buffer", FreedBy.COLLECTOR, 60);
        Growing zip = growing("Zip", FreedBy.COLLECTOR, 60);
        Growing mmap = growing("Mapped File", FreedBy.PROGRAM, 60);
        Growing malloc = growing("Foreign Malloc", FreedBy.PROGRAM, 60);

        assertThat(note(LONG_AGO, direct))
                .isEqualTo("Direct Buffer that grows may be garbage: such memory goes back once the garbage"
                        + " collector finds"
                        + " unreachable what it belongs to, and none of the whole heap has run for 50"
                        + " s. 'unreachable PID'"
                        + " runs a full collection, and tells how much goes back.");
        assertThat(note(LONG_AGO, direct, zip, direct)).startsWith("Direct Buffer, Zip that grows may be garbage: ");
        assertThat(note(LONG_AGO, mmap, malloc)).isEmpty();
    }

    @Test
    void whereItCannotBeToldThatIsSaid() {
        Growing segment = growing("Foreign Memory", FreedBy.UNKNOWN, 60);

        assertThat(note(LONG_AGO, segment))
                .isEqualTo("Whether Foreign Memory that grows may be garbage cannot be told: what belongs to a"
                        + " MappedByteBuffer or to an automatic arena goes back once the garbage collector finds that"
                        + " unreachable, and none of the whole heap has run for 50 s; what belongs to another"
                        + " arena only when"
                        + " that is closed. 'unreachable PID' runs a full collection, and tells how much goes back.");
    }

    @Test
    void whatHasSurvivedACollectionIsNoGarbage() {
        Growing old = growing("Direct Buffer", FreedBy.COLLECTOR, 101);
        Growing direct = growing("Direct Buffer", FreedBy.COLLECTOR, 60);

        assertThat(note(LONG_AGO, old)).isEmpty();
        assertThat(note(LONG_AGO, old, direct)).startsWith("Direct Buffer that grows ");
    }

    @Test
    void ofWhatTheJvmDoesNotTellNothingIsSaid() {
        Growing direct = growing("Direct Buffer", FreedBy.COLLECTOR, 60);

        assertThat(note(new UncollectedBuffers.Collection(50 * SECOND, false), direct))
                .contains(", and no full one has run for 50 s (of concurrent ones this JVM does not tell). ")
                .doesNotContain("whole heap");
        assertThat(note(UncollectedBuffers.Collection.UNKNOWN, direct))
                .contains("what it belongs to. 'unreachable PID'");
    }
}
