package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.document.StatementText;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Basis;
import io.nmt.report.model.JvmReading;
import io.nmt.report.model.JvmReading.CodeSegment;
import io.nmt.report.model.JvmReading.CompiledPackage;
import io.nmt.report.model.JvmReading.Entries;
import io.nmt.report.model.JvmRow;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.Times;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** Statements on compiled code, interned strings and symbols. */
class JvmMemoryStatementsTest {
    private static final long MB = 1 << 20;
    private static final long NOW = 1_800_000_000_000L;
    private static final long MINUTE = 60_000;
    private static final int POINTS = 12;

    @Test
    void whatGrowsIsToldAsTheOneJudgeTellsIt() {
        Statement growing = new Statement(
                Kind.GROWING,
                new Subject(SubjectType.COMPONENT, "Interned strings", "", 0),
                40 * MB,
                0,
                4 * MB,
                0,
                NOW - 2 * MINUTE,
                List.of(
                        new Evidence(Basis.OWNERS, 900_000, "strings"),
                        new Evidence(Basis.IN_HEAP_BYTES, 85 * MB),
                        new Evidence(Basis.IN_HEAP_PER_MINUTE, 9 * MB)),
                Next.JVM_PARTS);
        assertThat(text(reading(10, 131), List.of(growing)))
                .containsExactly("GROWING Interned strings: 41 MB in memory, +4 MB/min since 07:58:00."
                        + " Count: 1,000,000 strings. The strings are in the Java heap: at most 131 MB, +9 MB/min.");
    }

    @Test
    void muchIsHeld() {
        assertThat(text(reading(10, 131), List.of()))
                .containsExactly("HELD Interned strings: 41 MB in memory. Count: 1,000,000 strings."
                        + " The strings are in the Java heap: at most 131 MB.");
    }

    /** The bytes of strings, which are in the heap, were those of the table: more than RSS. */
    @Test
    void stringsThemselvesAreNotBesideTheHeap() {
        Entries strings = new Entries(2_000_000, 33 * MB, 1_000 * MB);
        JvmReading reading = new JvmReading(
                List.of(), List.of(), new CompiledPackage("", 0, 0), 0, -1, null, strings, null, "", List.of());
        assertThat(strings.bytesBesideHeap()).isBetween(70 * MB, 100 * MB);
        assertThat(JvmRow.read(JvmRow.of(reading)).strings().bytesBesideHeap()).isEqualTo(strings.bytesBesideHeap());
        assertThat(JvmRow.of(reading))
                .filteredOn(row -> row.kind() == JvmRow.Kind.STRINGS)
                .singleElement()
                .matches(row -> row.bytes() == strings.bytesBesideHeap() && row.accuracy() == Accuracy.ESTIMATE);
        assertThat(new Entries(10, 100, 200).bytesBesideHeap()).isEqualTo(300);
        assertThat(new Entries(-1, 100, 200).bytesBesideHeap()).isEqualTo(300);
    }

    /** It was HELD, which is steady. */
    @Test
    void whatHasJustRisenIsNotHeld() {
        assertThat(text(reading(10, 70), List.of(), i -> i < 8 ? 50 * MB : 60 * MB + i * MB))
                .singleElement(InstanceOfAssertFactories.STRING)
                .startsWith("UNKNOWN Interned strings: 41 MB in memory. Count: 1,000,000 strings."
                        + " The strings are in the Java heap: at most 70 MB. 12")
                .endsWith(" MB more than 60 s ago. Ask again in 40 s.");
    }

    @Test
    void aSegmentNearItsLimit() {
        assertThat(text(reading(115, 1), List.of()))
                .containsExactly(
                        "LIMIT Code cache, profiled nmethods: 115 MB in memory. Limit of this segment: 120 MB,"
                                + " 96 % used.",
                        "HELD Compiled code: 115 MB in memory. 50 % is from com.acme.rules.");
    }

    @Test
    void aQuietJvmIsNormal() {
        History history = new History();
        for (int i = 0; i < 3 * POINTS; i++) {
            history.add(new HistoryPoint.Builder(NOW + i * History.POINT_MILLIS)
                    .set(HistoryFigure.CODE, MB)
                    .build());
        }
        assertThat(said(reading(10, 11), HistoryReading.of(history, 0)))
                .containsExactly("NORMAL parts of the JVM: none is large or grows. The largest is Interned strings,"
                        + " 11 MB.");
        assertThat(text(JvmReading.UNKNOWN, List.of())).isEmpty();
    }

    /** A JVM whose malloc grows is not quiet, though no part that is listed does. */
    @Test
    void unexplainedGrowthOfRssIsNotNormal() {
        Statement rest = new Statement(
                Kind.UNKNOWN,
                new Subject(SubjectType.FIGURE, "rest of RSS growth", "", 0),
                90 * MB,
                0,
                30 * MB,
                0,
                NOW - 3 * MINUTE,
                List.of(),
                Next.RSS);
        assertThat(text(reading(10, 11), List.of(rest)))
                .containsExactly("UNKNOWN rest of RSS growth: 90 MB, +30 MB/min since 07:57:00. Next: 'nmt rss PID'");
    }

    @Test
    void aYoungPastDoesNotTellThatNothingGrows() {
        History history = new History();
        history.add(new HistoryPoint.Builder(NOW).set(HistoryFigure.CODE, MB).build());
        assertThat(said(reading(10, 11), HistoryReading.of(history, 0)))
                .containsExactly("UNKNOWN growth: too early to tell. Ask again in 60 s.");
        assertThat(said(reading(10, 131), HistoryReading.of(history, 0)))
                .as("large, which may grow")
                .singleElement(InstanceOfAssertFactories.STRING)
                .startsWith("UNKNOWN Interned strings: 41 MB in memory.")
                .endsWith("Ask again in 60 s.");
        assertThat(said(reading(10, 11), HistoryReading.left(history, 0)))
                .containsExactly("UNKNOWN growth: too early to tell, 60 s of history are missing.");
        history.turnOff();
        assertThat(said(reading(10, 11), HistoryReading.of(history, 0)))
                .containsExactly("NORMAL parts of the JVM: none is large. The largest is Interned strings, 11 MB.");
    }

    private static List<String> said(JvmReading reading, HistoryReading past) {
        return StatementText.of(JvmMemoryStatements.of(reading, List.of(), past), new Times(ZoneOffset.UTC, NOW));
    }

    private static JvmReading reading(long codeMegabytes, long stringMegabytes) {
        return new JvmReading(
                List.of(new CodeSegment("profiled nmethods", 120 * MB, codeMegabytes * MB, codeMegabytes * MB)),
                List.of(new CompiledPackage("com.acme.rules", 100, codeMegabytes * MB / 2)),
                new CompiledPackage("", 0, 0),
                0,
                -1,
                null,
                new Entries(1_000_000, 0, stringMegabytes * MB),
                null,
                "g1",
                List.of());
    }

    private static List<String> text(JvmReading reading, List<Statement> growth) {
        return text(reading, growth, i -> MB);
    }

    private static List<String> text(JvmReading reading, List<Statement> growth, IntToLongFunction strings) {
        History history = new History();
        for (int i = 0; i <= POINTS; i++) {
            history.add(new HistoryPoint.Builder(NOW + (i - POINTS) * History.POINT_MILLIS)
                    .set(HistoryFigure.STRINGS, strings.applyAsLong(i))
                    .set(HistoryFigure.STRING_COUNT, 1_000_000)
                    .build());
        }
        return StatementText.of(
                JvmMemoryStatements.of(reading, growth, HistoryReading.of(history, 0)), new Times(ZoneOffset.UTC, NOW));
    }
}
