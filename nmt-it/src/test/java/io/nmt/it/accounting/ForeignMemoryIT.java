package io.nmt.it.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.it.programs.ForeignMemory;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.Outcome;
import java.util.List;

/** Native memory segments are counted once, as what the JDK took for them, for as long as that lives. */
class ForeignMemoryIT {
    private static final int PAGE = 4096;
    private static final int ALIGNMENT_OF_MALLOC = 16;

    @OnEveryJdk
    void everyKindOfArena(Jdk jdk) {
        Outcome outcome = run(jdk, "arenas");

        assertSegments(outcome, "CONFINED open", 1000, 1);
        assertSegments(outcome, "CONFINED closed", 0, 0);
        assertSegments(outcome, "SHARED open", 1000, 1);
        assertSegments(outcome, "SHARED closed", 0, 0);
        assertSegments(outcome, "auto open", 2000, 1);
        assertSegments(outcome, "global", 2000 + 3000, 2);
        assertSegments(outcome, "collected", 3000, 1);
    }

    /** To align a segment, the JDK takes more, and frees what it took, not what it gave. */
    @OnEveryJdk
    void alignedSegments(Jdk jdk) {
        Outcome outcome = run(jdk, "aligned");

        // Since 22, it knows that malloc aligns a block already.
        int more = jdk.feature() < 22 ? PAGE - 1 : PAGE - ALIGNMENT_OF_MALLOC;
        assertSegments(outcome, "open", 100L * (1000 + more), 100);
        assertThat(outcome.outLines())
                .contains("aligned 100, inside their blocks 100", "at the base of their blocks: not all");
        assertSegments(outcome, "closed", 0, 0);
    }

    @OnEveryJdk
    void allocatorsAndViewsTakeNothingMore(Jdk jdk) {
        Outcome outcome = run(jdk, "allocators");

        assertSegments(outcome, "sliced", 10_000, 1);
        assertSegments(outcome, "recycled", 11_000, 2);
        assertSegments(outcome, "reinterpreted", 11_000, 2);
        assertSegments(outcome, "other closed", 11_000, 2);
        assertSegments(outcome, "closed", 0, 0);
    }

    private static Outcome run(Jdk jdk, String step) {
        return ChildJvm.withC2InCi(jdk)
                .allowSegments()
                .agent()
                .run(ForeignMemory.class, step)
                .expectSuccess();
    }

    private static void assertSegments(Outcome outcome, String label, long bytes, long blocks) {
        Snapshot begin = Figures.at("begin", outcome);
        Snapshot snapshot = Figures.at(label, outcome);
        CategoryUsage segments = snapshot.category("Foreign Memory");
        assertThat(List.of(segments.committed(), segments.reserved(), segments.count()))
                .as("%s, %s", label, outcome)
                .containsExactly(bytes, bytes, blocks);
        for (String other : List.of("Unsafe", "Direct Buffer")) {
            assertThat(snapshot.category(other).peakCommitted())
                    .as("%s, %s, %s", other, label, outcome)
                    .isEqualTo(begin.category(other).peakCommitted());
        }
        assertThat(snapshot.untrackedBlocks()).as(outcome::toString).isZero();
        assertThat(snapshot.unknownFrees()).as(outcome::toString).isEqualTo(begin.unknownFrees());
    }
}
