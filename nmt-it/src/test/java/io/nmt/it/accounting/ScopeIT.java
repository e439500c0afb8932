package io.nmt.it.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.it.programs.Scopes;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import java.util.List;

/** The application's own categories, with the agent: its blocks pass the hooks and are still counted once. */
class ScopeIT {
    @OnOldestAndNewestJdk
    void aScopeTakesWhatTheApplicationAsksFor(Jdk jdk) {
        Outcome outcome = run(jdk, "scope");

        assertUsage(outcome, "after the scope", "Index", 61 + 1000, 2);
        assertUsage(outcome, "after the scope", "Unsafe", 71, 1);
        assertUsage(outcome, "after the scope", "Direct Buffer", 0, 0);
        // It outlives the scope.
        assertUsage(outcome, "after the scope", "NIO Temporary Buffer", 10_000, 1);
    }

    @OnOneJdk
    void aReallocatedBlockKeepsItsCategory(Jdk jdk) {
        Outcome outcome = run(jdk, "scope");

        assertUsage(outcome, "reallocated outside", "Index", 131 + 1000, 2);
        assertUsage(outcome, "reallocated outside", "Unsafe", 71, 1);
        assertUsage(outcome, "reallocated in another scope", "Index", (5 << 20) + 1000, 2);
        assertUsage(outcome, "reallocated in another scope", "Cache", 0, 0);
        assertUsage(outcome, "freed", "Index", 0, 0);
        assertUsage(outcome, "freed", "Unsafe", 0, 0);
    }

    @OnOneJdk
    void scopesNest(Jdk jdk) {
        Outcome outcome = run(jdk, "nested");

        assertUsage(outcome, "nested", "Index", 101, 2);
        assertUsage(outcome, "nested", "Cache", 10, 1);
        assertUsage(outcome, "nested", "Unsafe", 1000, 1);
    }

    @OnOldestAndNewestJdk
    void aScopeIsOneThreads(Jdk jdk) {
        Outcome outcome = run(jdk, "threads");

        assertUsage(outcome, "other thread", "Index", 0, 0);
        assertUsage(outcome, "other thread", "Unsafe", 61, 1);
    }

    @OnOldestAndNewestJdk
    void aTaskIsInAScopeOnlyIfItOpensOne(Jdk jdk) {
        Outcome outcome = run(jdk, "async");

        assertUsage(outcome, "async", "Unsafe", 10_011, 3);
        assertUsage(outcome, "async", "Index", 1_100_100, 3);
        assertUsage(outcome, "async", "Cache", 1000, 1);
    }

    @OnOneJdk
    void anAllocatorsBlocksAreInItsCategoryOnce(Jdk jdk) {
        Outcome outcome = run(jdk, "allocator");

        assertThat(outcome.out()).contains("allocate(0) = 0\n", "reallocate(a,0) = 0\n");
        assertUsage(outcome, "allocated", "Index", 61 + (1 << 20), 2);
        assertUsage(outcome, "allocated", "Cache", 500, 1);
        assertUsage(outcome, "reallocated", "Index", 131 + 100, 2);
        assertUsage(outcome, "freed and allocated by reallocate", "Cache", 600, 1);
        assertUsage(outcome, "freed", "Index", 0, 0);
        assertUsage(outcome, "freed", "Cache", 0, 0);
        for (String label : List.of("allocated", "reallocated", "freed and allocated by reallocate", "freed")) {
            assertUsage(outcome, label, "Unsafe", 0, 0);
            assertUsage(outcome, label, "Foreign Memory", 0, 0);
            assertUsage(outcome, label, "Foreign Malloc", 0, 0);
        }
    }

    @OnOneJdk
    void whatAnAllocatorCannotAllocateIsNotCounted(Jdk jdk) {
        Outcome outcome = run(jdk, "allocator-fails");

        assertThat(outcome.out()).contains("no memory to allocate\n", "no memory to reallocate\n");
        assertUsage(outcome, "not allocated", "Index", 1000, 1);
        assertUsage(outcome, "not allocated", "Unsafe", 61, 1);
        assertUsage(outcome, "not reallocated", "Index", 1000, 1);
        assertUsage(outcome, "freed", "Index", 0, 0);
    }

    @OnOneJdk
    void anAllocatorIsMorePreciseThanAScope(Jdk jdk) {
        Outcome outcome = run(jdk, "mixed");

        assertUsage(outcome, "mixed", "Index", 61, 1);
        assertUsage(outcome, "mixed", "Cache", 0, 0);
    }

    private static Outcome run(Jdk jdk, String step) {
        return ChildJvm.withC2InCi(jdk)
                .allowUnsafe()
                .agent()
                .run(Scopes.class, step)
                .expectSuccess();
    }

    private static void assertUsage(Outcome outcome, String label, String category, long bytes, long blocks) {
        Snapshot snapshot = Figures.at(label, outcome);
        CategoryUsage usage = snapshot.category(category);
        assertThat(List.of(usage.committed(), usage.reserved(), usage.count()))
                .as("%s, %s, %s", label, category, outcome)
                .containsExactly(bytes, bytes, blocks);
        assertThat(snapshot.total().committed())
                .isEqualTo(snapshot.categories().stream()
                        .mapToLong(CategoryUsage::committed)
                        .sum());
        assertThat(snapshot.untrackedBlocks()).as(outcome::toString).isZero();
        assertThat(snapshot.unknownFrees())
                .as(outcome::toString)
                .isEqualTo(Figures.at("begin", outcome).unknownFrees());
    }
}
