package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.PageKinds;
import io.nmt.core.model.Snapshot;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.reading.ResidentReading;
import io.nmt.report.reading.sources.DirectBuffers;
import io.nmt.report.reading.sources.JvmFigures;
import io.nmt.report.reading.sources.Limits;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The statements on a process that nothing was loaded into. */
class OutsideStatementsTest {
    private static final long MB = 1 << 20;

    private static ResidentLine line(Component component, long megabytes) {
        long bytes = megabytes * MB;
        return new ResidentLine(component.label(), component, bytes, bytes, bytes, Accuracy.ESTIMATE, "");
    }

    private static List<Statement> judge(boolean attachable, int arenas, ResidentLine... lines) {
        List<ResidentLine> all = List.of(lines);
        long rss = all.stream().mapToLong(ResidentLine::residentBytes).sum();
        ResidentMemory memory = new ResidentMemory(
                Instant.EPOCH, rss, rss, 0, PageKinds.NONE, 30, all, null, "glibc", arenas, false, 1);
        ResidentReading.Facts facts = new ResidentReading.Facts(
                0,
                new Snapshot(Instant.EPOCH, List.of(), new CategoryUsage("", 0, 0, 0, 0, 0, 0), false, 0, 0, 0),
                Map.of(),
                JvmFigures.NONE,
                new Limits(0, false, 0, 0, false, "", 0, 0, 0),
                DirectBuffers.NONE,
                null,
                null,
                0,
                Map.of());
        return ResidentJudge.outside(new ResidentReading(memory, List.of(), facts), attachable);
    }

    private static List<Kind> kinds(List<Statement> statements) {
        return statements.stream().map(Statement::kind).toList();
    }

    @Test
    void theLargestFirst() {
        List<Statement> statements = judge(
                true,
                16,
                line(Component.JAVA_HEAP, 50),
                line(Component.OTHER_ANONYMOUS, 100),
                line(Component.MALLOC_FREE, 300),
                line(Component.THREAD_STACKS, 60),
                line(Component.METASPACE, 40));

        assertThat(kinds(statements)).containsExactly(Kind.RETAINED, Kind.UNKNOWN, Kind.HELD, Kind.HELD);
        assertThat(statements.get(0).next()).isEqualTo(Next.TRIM);
        assertThat(statements.get(0).evidence(Basis.ALLOCATOR_PERCENT)).isEqualTo(75);
        assertThat(statements.get(1).amount()).isEqualTo(100 * MB);
        assertThat(statements.get(1).next()).isEqualTo(Next.RSS);
        // How many classes there are is unknown from outside.
        assertThat(statements.get(3).evidence(Basis.OWNERS)).isEqualTo(Statement.UNKNOWN);
    }

    @Test
    void noCommandThatAsksTheAgentWhereItIsRefused() {
        List<Statement> statements =
                judge(false, 16, line(Component.OTHER_ANONYMOUS, 100), line(Component.MALLOC_FREE, 300));

        assertThat(statements).hasSize(2).allMatch(statement -> statement.next() == Next.NONE);
    }

    @Test
    void nothingOfArenasThatWereNotFound() {
        assertThat(kinds(judge(true, 0, line(Component.OTHER_ANONYMOUS, 100), line(Component.MALLOC_FREE, 300))))
                .containsExactly(Kind.UNKNOWN);
    }

    @Test
    void nothingOfSmallLines() {
        assertThat(judge(true, 16, line(Component.OTHER_ANONYMOUS, 2), line(Component.MALLOC_FREE, 1)))
                .isEmpty();
    }
}
