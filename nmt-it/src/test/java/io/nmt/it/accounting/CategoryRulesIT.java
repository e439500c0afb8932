package io.nmt.it.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.it.programs.RuledPackages;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import java.util.List;

/** The option {@code category}: what a package allocates is in a category of its own. */
class CategoryRulesIT {
    private static final String CODEC = "io.nmt.it.programs.codec.*:Codec";
    private static final String COMPRESSOR = "io.nmt.it.programs.codec.lz.*:Compressor";
    private static final String STORE = "io.nmt.it.programs.store.*:Page Store";
    private static final String ENCODER = "io.nmt.it.programs.codec.Encoder:Encoder";
    private static final String BLOCK = "io.nmt.it.programs.codec.Encoder$Block:Block";

    @OnOneJdk
    void aPackageAndThoseBelowIt(Jdk jdk) {
        Snapshot end = run(jdk, "category=" + CODEC, "packages");

        assertUsage(end, "Codec", 1111, 4);
        assertUsage(end, "Unsafe", 110_000, 2);
        assertUsage(end, "Direct Buffer", 1_000_000, 1);
    }

    @OnOneJdk
    void aClassAndThoseNestedInIt(Jdk jdk) {
        Snapshot end = run(jdk, "category=" + ENCODER, "packages");

        assertUsage(end, "Encoder", 111, 3);
        assertUsage(end, "Unsafe", 111_000, 3);
    }

    @OnOneJdk
    void theLongerNameSaysMore(Jdk jdk) {
        for (String rules : List.of(
                CODEC + "+" + COMPRESSOR + "+" + ENCODER + "+" + BLOCK,
                BLOCK + "+" + ENCODER + "+" + COMPRESSOR + "+" + CODEC)) {
            Snapshot end = run(jdk, "category=" + rules, "packages");

            assertUsage(end, "Encoder", 11, 2);
            assertUsage(end, "Block", 100, 1);
            assertUsage(end, "Compressor", 1000, 1);
            assertUsage(end, "Codec", 0, 0);
            assertUsage(end, "Unsafe", 110_000, 2);
        }
    }

    @OnOneJdk
    void theOptionMayBeGivenAgain(Jdk jdk) {
        Snapshot end = run(jdk, "category=" + CODEC + ",peak=exact,category=" + STORE, "packages");

        assertUsage(end, "Codec", 1111, 4);
        assertUsage(end, "Page Store", 10_000, 1);
        assertUsage(end, "Unsafe", 100_000, 1);
    }

    @OnOneJdk
    void theLastOfTwoRulesForTheSameCounts(Jdk jdk) {
        Snapshot end = run(jdk, "category=" + CODEC + "+io.nmt.it.programs.codec.*:Again", "packages");

        assertUsage(end, "Codec", 0, 0);
        assertUsage(end, "Again", 1111, 4);
    }

    @OnOneJdk
    void theInnermostFrameDecides(Jdk jdk) {
        Snapshot end = run(jdk, "category=" + CODEC + "+" + STORE + "+" + COMPRESSOR, "nested-calls");

        assertUsage(end, "Page Store", 1, 1);
        assertUsage(end, "Codec", 10, 1);
        assertUsage(end, "Compressor", 100, 1);
        assertUsage(end, "Unsafe", 0, 0);
    }

    @OnOneJdk
    void aScopeAndAnAllocatorBeatARule(Jdk jdk) {
        Snapshot end = run(jdk, "category=" + CODEC, "scope");

        assertUsage(end, "Own", 1011, 3);
        assertUsage(end, "Codec", 100, 1);
        assertUsage(end, "Unsafe", 0, 0);
    }

    @OnOneJdk
    void aReallocatedBlockKeepsItsCategory(Jdk jdk) {
        Outcome outcome = outcome(jdk, "category=" + CODEC, "reallocate");

        Snapshot reallocated = Figures.at("reallocated", outcome);
        assertUsage(reallocated, "Codec", 110, 2);
        assertUsage(reallocated, "Unsafe", 1000, 1);
        assertUsage(Figures.at("end", outcome), "Codec", 0, 0);
        assertUsage(Figures.at("end", outcome), "Unsafe", 0, 0);
    }

    @OnOldestAndNewestJdk
    void whatTheJdkTakesForItselfKeepsItsCategory(Jdk jdk) {
        Snapshot end = run(jdk, "category=" + CODEC, "jdk");

        assertUsage(end, "NIO Temporary Buffer", 10_000, 1);
        assertUsage(end, "Codec", 0, 0);
    }

    @OnOldestAndNewestJdk
    void framesFartherThan32AreNotLookedAt(Jdk jdk) {
        Snapshot end = run(jdk, "category=" + CODEC, "deep");

        assertUsage(end, "Codec", 1, 1);
        assertUsage(end, "Unsafe", 10, 1);
    }

    @OnEveryJdk
    void arenas(Jdk jdk) {
        assumeTrue(jdk.feature() >= 21, "java.lang.foreign");

        Snapshot end = run(jdk, "category=" + CODEC, "arena");

        assertUsage(end, "Codec", 4000, 4);
        assertUsage(end, "Foreign Memory", 0, 0);
    }

    @OnEveryJdk
    void virtualThreads(Jdk jdk) {
        assumeTrue(jdk.feature() >= 21, "virtual threads");

        Snapshot end = run(jdk, "category=" + CODEC, "virtual");

        assertUsage(end, "Codec", 3000, 2000);
        assertUsage(end, "Unsafe", 10_000, 1000);
    }

    /** Without stack to look for a rule, a block is still recorded. */
    @OnOldestAndNewestJdk
    void whereTheStackEnds(Jdk jdk) {
        Outcome outcome = outcome(jdk, "category=" + CODEC, "overflow");

        assertThat(outcome.out()).contains("out of stack\n");
        Snapshot deepest = Figures.at("deepest", outcome);
        assertThat(deepest.category("Codec").count()).as(outcome::toString).isGreaterThan(100);
        assertThat(deepest.category("Unsafe").count()).as(outcome::toString).isPositive();
        assertUsage(Figures.at("end", outcome), "Codec", 0, 0);
        assertUsage(Figures.at("end", outcome), "Unsafe", 0, 0);
    }

    @OnOldestAndNewestJdk
    void attachedLate(Jdk jdk) {
        try (Child child = ChildJvm.withoutC2(jdk).allowUnsafe().allowAttach().start(RuledPackages.class, "late")) {
            child.awaitLine("ready");
            ChildJvm.runAgentJar(jdk, "attach", Long.toString(child.pid()), "category=" + CODEC)
                    .expectSuccess();
            child.say("attached");
            Outcome outcome = child.await().expectSuccess();

            Snapshot end = Figures.at("end", outcome);
            assertUsage(end, "Codec", 6061, 2); // the older one is not known before it is reallocated
            assertUsage(end, "Unsafe", 71, 1);
        }
    }

    private static Snapshot run(Jdk jdk, String options, String step) {
        return Figures.at("end", outcome(jdk, options, step));
    }

    private static Outcome outcome(Jdk jdk, String options, String step) {
        ChildJvm jvm = ChildJvm.withoutC2(jdk).allowUnsafe();
        if (jdk.feature() == 21 && step.equals("arena")) {
            jvm.options("--enable-preview");
        }
        Outcome outcome = jvm.agent(options).run(RuledPackages.class, step).expectSuccess();
        assertThat(Figures.at("begin", outcome).untrackedBlocks()).isZero();
        return outcome;
    }

    private static void assertUsage(Snapshot snapshot, String category, long bytes, long blocks) {
        CategoryUsage usage = snapshot.category(category);
        assertThat(List.of(usage.committed(), usage.reserved(), usage.count()))
                .as("%s in %s", category, snapshot)
                .containsExactly(bytes, bytes, blocks);
    }
}
